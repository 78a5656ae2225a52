package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
)

// asset is one file for the browser.
type asset struct {
	name   string // style.css
	hashed string // style.0123456789ab.css
	body   []byte
}

// collect builds or reads all assets below root. With names, the client's code keeps
// its names.
func collect(root string, tools toolchain, names bool) ([]asset, error) {
	style, err := concat(filepath.Join(root, "web", "style"), ".css")
	if err != nil {
		return nil, err
	}
	assets := []asset{single("style.css", style)}

	loader, err := wasmExec(tools.root)
	if err != nil {
		return nil, err
	}
	wasm, err := compile(root, tools, names)
	if err != nil {
		return nil, err
	}
	client := []asset{{name: "wasm_exec.js", body: loader}, {name: viewer, body: wasm}}

	static := filepath.Join(root, "web", "static")
	files, err := os.ReadDir(static)
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		path := filepath.Join(static, f.Name())
		if f.IsDir() {
			body, err := concat(path, ".js")
			if err != nil {
				return nil, err
			}
			client = append(client, asset{name: f.Name() + ".js", body: body})
			continue
		}
		body, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		assets = append(assets, single(f.Name(), body))
	}
	return append(assets, together(client)...), nil
}

// single names an asset after its own content.
func single(name string, body []byte) asset {
	return together([]asset{{name: name, body: body}})[0]
}

// together names assets after the content of all of them: a browser that has
// one of a build can only ever get the others of the same build.
func together(group []asset) []asset {
	sum := sha256.New()
	for _, a := range group {
		fmt.Fprintf(sum, "%s %d\n", a.name, len(a.body))
		sum.Write(a.body)
	}
	hash := hex.EncodeToString(sum.Sum(nil)[:6])
	for i, a := range group {
		ext := path.Ext(a.name)
		group[i].hashed = a.name[:len(a.name)-len(ext)] + "." + hash + ext
	}
	return group
}

// concat joins the files of a folder that have an extension, in the order of their names.
func concat(dir, ext string) ([]byte, error) {
	names, err := filepath.Glob(filepath.Join(dir, "*"+ext))
	if err != nil {
		return nil, err
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("%s: no *%s there", dir, ext)
	}
	slices.Sort(names)
	var all bytes.Buffer
	for _, name := range names {
		b, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		all.Write(bytes.TrimRight(b, "\n"))
		all.WriteByte('\n')
	}
	return all.Bytes(), nil
}

// wasmExec reads the toolchain's own loader: one of another version does not
// run what this toolchain compiles.
func wasmExec(goroot string) ([]byte, error) {
	for _, dir := range []string{"lib", "misc"} {
		b, err := os.ReadFile(filepath.Join(goroot, dir, "wasm", "wasm_exec.js"))
		if !errors.Is(err, fs.ErrNotExist) {
			return b, err
		}
	}
	return nil, fmt.Errorf("%s: the Go toolchain has no lib/wasm/wasm_exec.js: install the whole of it", goroot)
}

// compile builds the client as it is served.
func compile(root string, tools toolchain, names bool) ([]byte, error) {
	if names {
		return linked(root, tools, "./wasm", "")
	}
	module, err := linked(root, tools, "./wasm", "-s -w")
	if err == nil && tools.known() {
		module, err = withoutNames(module)
	}
	if err != nil {
		return nil, err
	}
	return fewerSegments(module)
}

// linked builds a package for the browser as the linker writes it. Nothing of this
// machine, or of where the repository stands, goes into it, so the same sources give
// the same name.
func linked(root string, tools toolchain, pkg, flags string) ([]byte, error) {
	dir, err := os.MkdirTemp("", "lockstep-wasm-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	out := filepath.Join(dir, viewer)
	// Without inlining the code is larger as it stands and, since it repeats
	// itself more, 50 KiB smaller over the wire. It is no slower to the eye.
	args := []string{"build", "-trimpath", "-buildvcs=false", "-gcflags=all=-l", "-ldflags=" + flags, "-o", out}
	if tools.known() {
		replaced, err := overlay(tools, dir)
		if err != nil {
			return nil, err
		}
		args = append(args, replaced)
	}
	build := exec.Command("go", append(args, pkg)...)
	build.Dir = root
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOEXPERIMENT="+experiments(tools))
	if _, err := output(build); err != nil {
		return nil, err
	}
	return os.ReadFile(out)
}

// experiments are the parts of the runtime to leave out. Go 1.26 brings two
// collectors, and allocators for each size: the older collector and the one
// allocator are 10 KiB smaller over the wire and do as well for a heap of a few
// megabytes. Other versions may not have the choice, and refuse what they do not know.
func experiments(tools toolchain) string {
	if tools.known() {
		return "nogreenteagc,nosizespecializedmalloc"
	}
	return ""
}

// output runs a command and returns what it printed. Its error holds what the
// command complained of.
func output(cmd *exec.Cmd) ([]byte, error) {
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", cmd, err, bytes.TrimSpace(stderr.Bytes()))
	}
	return out, nil
}
