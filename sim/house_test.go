package sim_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// imports is which packages may not reach which, and why. A prefix that ends in
// /... stands for everything below.
var imports = []struct {
	who     string
	banned  []string
	because string
}{
	{"lockstep/sim/trace", []string{"lockstep/...", "fmt", "encoding/json"}, "it is a leaf, and the browser's viewer carries it"},
	{"lockstep/sim/because", []string{"lockstep/sim/run", "lockstep/sim/choice", "lockstep/sim/check", "lockstep/sim/world"}, "it reads traces alone"},
	{"lockstep/sim/choice", []string{"lockstep/...", "fmt"}, "it is a leaf"},
	{"lockstep/sim/unseen", []string{"lockstep/...", "fmt"}, "it is a leaf, and the viewer carries it"},
	{"lockstep/sim/base64url", []string{"lockstep/...", "encoding/base64"}, "it is a leaf, and spares the viewer the whole of encoding/base64"},
	{"lockstep/sim/run", []string{"lockstep/sim/world", "lockstep/sim/redis", "lockstep/sim/lock", "lockstep/sim/scenario", "fmt", "encoding/json"}, "it is a value, and the viewer carries it"},
	{"lockstep/sim/goal", []string{"lockstep/sim/run", "lockstep/sim/choice", "lockstep/sim/check", "lockstep/sim/world", "fmt"}, "a goal sees the trace alone, and a browser may judge by it too"},
	{"lockstep/sim/lock", []string{"lockstep/sim/run", "lockstep/sim/choice", "lockstep/sim/redis", "lockstep/sim/world", "lockstep/sim/check"}, "an algorithm knows Env alone, so it can run against real servers"},
	{"lockstep/sim/strictyaml", []string{"lockstep/..."}, "it is a leaf, and the lessons and pages read with it too"},
	{"lockstep/sim/resource", []string{"lockstep/sim/run", "lockstep/sim/choice", "lockstep/sim/lock", "lockstep/sim/redis", "lockstep/sim/check", "lockstep/sim/world"}, "what is protected knows nothing of locks, and of traces the words alone"},
	{"lockstep/sim/consensus", []string{"lockstep/sim/run", "lockstep/sim/choice", "lockstep/sim/lock", "lockstep/sim/redis", "lockstep/sim/check", "lockstep/sim/world"}, "a service is asked and answers: the world says who reaches it, and when"},
	{"lockstep/sim/sentinel", []string{"lockstep/sim/run", "lockstep/sim/choice", "lockstep/sim/lock", "lockstep/sim/redis", "lockstep/sim/check", "lockstep/sim/world"}, "a sentinel knows nodes and its like by their messages alone, and chance by what it is given"},
	{"lockstep/sim/redis", []string{"lockstep/sim/world", "lockstep/sim/lock", "lockstep/sim/check", "lockstep/sim/scenario"}, "a node knows nothing of who talks to it"},
	{"lockstep/sim/check", []string{"lockstep/sim/world", "lockstep/sim/lock", "lockstep/sim/redis", "lockstep/sim/scenario"}, "a check sees the trace alone"},
	{"lockstep/sim/world", []string{"lockstep/sim/scenario"}, "a world is made from a Config, whoever compiled it"},
	{"lockstep/sim/...", outside, "the simulator serves them, not they it"},
	{"lockstep/web/draw", []string{"lockstep/sim/world", "lockstep/sim/redis", "lockstep/sim/scenario", "lockstep/sim/run", "lockstep/web/scene", "lockstep/web/narrate", "fmt", "encoding/json"}, "what pictures are made of knows nothing of what they show, and the viewer draws with it"},
	{"lockstep/web/truth", []string{"lockstep/sim/world", "lockstep/sim/redis", "lockstep/sim/scenario", "lockstep/sim/run", "lockstep/web/draw", "fmt", "encoding/json"}, "what is true is a matter of the trace, whatever picture shows it"},
	{"lockstep/web/spacetime", []string{"lockstep/sim/world", "lockstep/sim/redis", "lockstep/sim/scenario", "lockstep/web/scene", "fmt", "encoding/json"}, "a picture is a function of a trace, and the viewer draws it"},
	{"lockstep/web/scene", []string{"lockstep/sim/world", "lockstep/sim/redis", "lockstep/sim/scenario", "fmt", "encoding/json"}, "a picture is a function of a trace, and the viewer draws it"},
	{"lockstep/web/words", []string{"lockstep/sim/run", "lockstep/web/narrate", "fmt", "encoding/json"}, "it is the parts of all sentences, and knows none"},
	{"lockstep/web/narrate", []string{"lockstep/sim/world", "lockstep/sim/redis", "lockstep/sim/because", "lockstep/web/verdict", "fmt", "encoding/json"}, "the viewer narrates"},
	{"lockstep/web/verdict", []string{"lockstep/sim/world", "lockstep/sim/redis", "lockstep/sim/scenario", "lockstep/web/wire"}, "a verdict is a function of a trace, whoever sends it"},
	{"lockstep/web/wire", []string{"lockstep/sim/world", "lockstep/sim/run", "lockstep/web/verdict", "fmt", "encoding/json"}, "it is what both sides share, and no more"},
	{"lockstep/wasm/...", []string{"github.com/alicebob/...", "github.com/yuin/...", "lockstep/sim/world", "lockstep/server/...", "fmt", "encoding/json", "net/http"}, "the viewer stays small"},
	{"lockstep/web/...", []string{"lockstep/wasm/...", "lockstep/server/..."}, "it is what both sides show, and knows neither"},
	{"lockstep/server/room", []string{"lockstep/server/store", "lockstep/server/rooms", "lockstep/server/socket", "lockstep/server/site", "net/http", "database/sql"}, "a room is a state machine: whoever keeps it does the rest"},
	{"lockstep/server/rooms", []string{"lockstep/server/store", "lockstep/server/site"}, "it is given a store, and is served by whoever has pages"},
	{"lockstep/server/...", []string{"lockstep/wasm/..."}, "pages are whole without the client: what both need is in web"},
	{"lockstep/wasm/...", []string{"lockstep/sim/because", "lockstep/web/verdict"}, "the server judges runs and compares them: it has all of both and all phrases, and the viewer is spared the code"},
}

// outside is what serves the simulator. Its tests import nothing of that either, with
// the exceptions of insideTests.
var outside = []string{"lockstep/server/...", "lockstep/web/...", "lockstep/wasm/..."}

// insideTests names whose tests may import what of it, and why.
var insideTests = []struct{ who, what, because string }{
	{"lockstep/sim/redis", "lockstep/server/real/...", "they give the node and a real server the same commands, and compare"},
}

// soleImporters names the only packages that may import one directly.
var soleImporters = []struct{ what, who, because string }{
	{"github.com/alicebob/miniredis/v2", "lockstep/sim/redis", "miniredis is no sandbox; the node is"},
	{"github.com/goccy/go-yaml/parser", "lockstep/sim/strictyaml", "YAML is read in one way, and strictly"},
	{"syscall/js", "lockstep/wasm/dom", "everything else of the client is tested natively"},
	{"iter", "lockstep/sim/world", "coroutines are the world's to resume"},
}

// pkg is what go list says of a package.
type pkg struct {
	ImportPath, Dir, Export string
	GoFiles, Imports, Deps  []string
	TestImports             []string // of tests in the package
	XTestImports            []string // and beside it
	Standard                bool
}

// testImports lists what a package's tests import themselves.
func (p *pkg) testImports() []string { return slices.Concat(p.TestImports, p.XTestImports) }

func goList(t *testing.T, env []string, args ...string) []pkg {
	t.Helper()
	cmd := exec.Command("go", append([]string{"list", "-json=ImportPath,Dir,Export,GoFiles,Imports,Deps,TestImports,XTestImports,Standard"}, args...)...)
	cmd.Dir = ".."
	cmd.Env = append(os.Environ(), env...)
	var complaint bytes.Buffer
	cmd.Stderr = &complaint
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, complaint.String())
	}
	var list []pkg
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p pkg
		if err := dec.Decode(&p); err == io.EOF {
			return list
		} else if err != nil {
			t.Fatal(err)
		}
		list = append(list, p)
	}
}

func matches(path, pattern string) bool {
	if prefix, ok := strings.CutSuffix(pattern, "/..."); ok {
		return path == prefix || strings.HasPrefix(path, prefix+"/")
	}
	return path == pattern
}

func TestImports(t *testing.T) {
	for _, env := range [][]string{nil, {"GOOS=js", "GOARCH=wasm"}} {
		list := goList(t, env, "./sim/...", "./web/...", "./wasm/...")
		if env == nil {
			list = goList(t, nil, "./...")
		}
		for _, p := range list {
			for _, complaint := range wrongImports(p) {
				t.Errorf("%s %v", complaint, env)
			}
		}
		for _, row := range imports {
			if env != nil && strings.HasPrefix(row.who, "lockstep/server/") {
				continue // it is not built for the browser
			}
			if !slices.ContainsFunc(list, func(p pkg) bool { return matches(p.ImportPath, row.who) }) {
				t.Errorf("the table speaks of %s, which is not there %v", row.who, env)
			}
		}
		for _, row := range insideTests {
			if !slices.ContainsFunc(list, func(p pkg) bool {
				return p.ImportPath == row.who && slices.ContainsFunc(p.testImports(), func(what string) bool { return matches(what, row.what) })
			}) {
				t.Errorf("no test of %s imports %s, so it needs no exception %v", row.who, row.what, env)
			}
		}
	}
}

func wrongImports(p pkg) []string {
	var wrong []string
	for _, row := range imports {
		if !matches(p.ImportPath, row.who) {
			continue
		}
		for _, dep := range p.Deps {
			for _, banned := range row.banned {
				if matches(dep, banned) && dep != p.ImportPath && !matches(dep, row.who) {
					wrong = append(wrong, fmt.Sprintf("%s must not reach %s: %s", p.ImportPath, dep, row.because))
				}
			}
		}
	}
	if matches(p.ImportPath, "lockstep/sim/...") {
		for _, what := range p.testImports() {
			if slices.ContainsFunc(outside, func(pattern string) bool { return matches(what, pattern) }) && !excepted(p.ImportPath, what) {
				wrong = append(wrong, fmt.Sprintf("tests of %s must not import %s: they would test what serves the simulator", p.ImportPath, what))
			}
		}
	}
	for _, row := range soleImporters {
		if !p.Standard && p.ImportPath != row.who && slices.Contains(p.Imports, row.what) {
			wrong = append(wrong, fmt.Sprintf("%s must not import %s, only %s: %s", p.ImportPath, row.what, row.who, row.because))
		}
	}
	return wrong
}

// excepted tells whether the tests of a package may import what serves the simulator.
func excepted(who, what string) bool {
	for _, row := range insideTests {
		if who == row.who && matches(what, row.what) {
			return true
		}
	}
	return false
}

// The table can fail.
func TestImportsCanary(t *testing.T) {
	for _, p := range []pkg{
		{ImportPath: "lockstep/sim/lock", Deps: []string{"lockstep/sim/world"}},
		{ImportPath: "lockstep/sim/anything/deep", Deps: []string{"lockstep/server/site"}},
		{ImportPath: "lockstep/sim/redis", XTestImports: []string{"lockstep/server/real/realtest", "lockstep/server/cli"}},
		{ImportPath: "lockstep/sim/world", TestImports: []string{"lockstep/server/real"}},
		{ImportPath: "lockstep/server/site", Imports: []string{"github.com/alicebob/miniredis/v2"}},
		{ImportPath: "lockstep/server/site", Deps: []string{"lockstep/wasm/viewer"}},
		{ImportPath: "lockstep/web/player", Deps: []string{"lockstep/wasm/stage"}},
	} {
		if len(wrongImports(p)) != 1 {
			t.Errorf("%+v passes: %v", p, wrongImports(p))
		}
	}
}

// bannedImports are what no file below sim may import, nor what lies below it,
// with the packages that may all the same.
var bannedImports = map[string]struct {
	because string
	but     []string
}{
	"time":        {"virtual time is trace.Time", []string{"lockstep/sim/redis", "lockstep/sim/redis/script"}},
	"math/rand":   {"chance comes from package choice", nil},
	"crypto/rand": {"chance comes from package choice", nil},
	"os":          {"the simulator has no outside", []string{"lockstep/sim/sweep/print", "lockstep/sim/golden"}},
	"net":         {"the simulator has no outside", nil},
	"sync":        {"one thing happens at a time", nil},
	"unsafe":      {"nothing here is worth it", nil},
}

// bannedCalls are functions of packages that are otherwise allowed.
var bannedCalls = []string{
	"time.Now", "time.Since", "time.Until", "time.Sleep", "time.After", "time.Tick", "time.NewTimer", "time.NewTicker", "time.AfterFunc",
}

// floats is where floats may stand, being floats by definition: Lua's numbers, and
// the scores of sorted sets. A package, or one file of it.
var floats = []string{"lockstep/sim/redis/script", "lockstep/sim/redis/store.go"}

// complaints lists what a package's syntax does that the simulator must not.
func complaints(fset *token.FileSet, path string, files []*ast.File, info *types.Info) []string {
	var wrong []string
	complain := func(n ast.Node, text string) {
		at := fset.Position(n.Pos())
		wrong = append(wrong, fmt.Sprintf("%s:%d: %s", filepath.Base(at.Filename), at.Line, text))
	}
	for _, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ImportSpec:
				name := strings.Trim(n.Path.Value, `"`)
				for _, banned := range slices.Sorted(maps.Keys(bannedImports)) {
					ban := bannedImports[banned]
					if matches(name, banned+"/...") && !slices.Contains(ban.but, path) {
						complain(n, "imports "+name+": "+ban.because)
					}
				}
			case *ast.GoStmt:
				complain(n, "starts a goroutine: its turn would depend on the scheduler")
			case *ast.SelectStmt:
				complain(n, "selects: which case comes first is chance")
			case *ast.RangeStmt:
				if t := info.TypeOf(n.X); t != nil {
					if _, ok := t.Underlying().(*types.Map); ok {
						complain(n, "ranges over a map: its order is chance; range over slices.Sorted(maps.Keys(m))")
					}
				}
			case *ast.SelectorExpr:
				if fn, ok := info.Uses[n.Sel].(*types.Func); ok && fn.Pkg() != nil && slices.Contains(bannedCalls, fn.Pkg().Path()+"."+fn.Name()) {
					complain(n, "calls "+fn.Pkg().Path()+"."+fn.Name()+": the simulator has no wall clock")
				}
			}
			if e, ok := n.(ast.Expr); ok && !slices.Contains(floats, path) && !slices.Contains(floats, path+"/"+filepath.Base(fset.Position(e.Pos()).Filename)) {
				if b, ok := typeOf(info, e).(*types.Basic); ok && b.Info()&types.IsFloat != 0 {
					complain(n, "computes with floats: they differ between machines")
				}
			}
			return true
		})
	}
	return wrong
}

func typeOf(info *types.Info, e ast.Expr) types.Type {
	if t := info.TypeOf(e); t != nil {
		return t.Underlying()
	}
	return nil
}

func newInfo() *types.Info {
	return &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{}}
}

func TestBannedCalls(t *testing.T) {
	fset := token.NewFileSet()
	all := goList(t, nil, "-export", "-deps", "./sim/...")
	exports := make(map[string]string)
	for _, p := range all {
		exports[p.ImportPath] = p.Export
	}
	conf := types.Config{Importer: importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })}
	checked := 0
	for _, p := range all {
		if !matches(p.ImportPath, "lockstep/sim/...") || len(p.GoFiles) == 0 {
			continue
		}
		checked++
		var files []*ast.File
		for _, name := range p.GoFiles {
			f, err := parser.ParseFile(fset, filepath.Join(p.Dir, name), nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, f)
		}
		info := newInfo()
		if _, err := conf.Check(p.ImportPath, fset, files, info); err != nil {
			t.Fatal(err)
		}
		for _, c := range complaints(fset, p.ImportPath, files, info) {
			t.Errorf("%s: %s", p.ImportPath, c)
		}
	}
	if checked < 8 {
		t.Errorf("only %d packages were checked", checked)
	}
}

// Each ban can fail: the snippet breaks it once, and only it.
func TestBannedCallsCanary(t *testing.T) {
	for name, src := range map[string]string{
		"imports math/rand":       `import _ "math/rand"`,
		"imports net/http":        `import _ "net/http"`,
		"starts a goroutine":      `func f() { go f() }`,
		"selects":                 `func f() { select {} }`,
		"ranges over a map":       `func f(m map[int]int) { for range m {} }`,
		"calls time.Now":          `import "time"; func f() { time.Now() }`,
		"computes with floats":    `const half = 0.5`,
		"calls time.Sleep":        `import "time"; func f() { s := time.Sleep; s(1) }`,
		"computes with floats: t": `type x float32; func f(a x) {}`,
	} {
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, "x.go", "package x\n"+src, 0)
		if err != nil {
			t.Fatal(err)
		}
		info := newInfo()
		conf := types.Config{Importer: importer.Default(), Error: func(error) {}}
		if strings.Contains(src, "time") {
			conf.Importer = importer.ForCompiler(fset, "source", nil)
		}
		conf.Check("x", fset, []*ast.File{f}, info)
		// The path is one that may import time, so that only the call is wrong.
		got := complaints(fset, "lockstep/sim/redis", []*ast.File{f}, info)
		if len(got) == 0 || !strings.Contains(got[0], name) {
			t.Errorf("%s: %q gives %q", name, src, got)
		}
	}
}
