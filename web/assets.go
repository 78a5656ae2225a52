package web

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"strconv"
	"strings"
	"time"
)

// Prefix is where Assets are served.
const Prefix = "/static/"

// Manifest is the file in dist that names the others: a JSON object from the
// name of an asset, such as style.css, to its hashed name.
const Manifest = "manifest.json"

// ErrNotBuilt says that dist is empty.
var ErrNotBuilt = errors.New("the browser client is not built: run make build, then build the server again")

// Assets are the files that the browser is given, held in memory. They serve
// themselves below [Prefix].
type Assets struct {
	paths map[string]string // style.css to /static/style.0123456789ab.css
	files map[string]*file  // by hashed name
}

// file is one asset in each of its encodings.
type file struct {
	mime  string
	forms map[encoding][]byte
}

// Types of the assets: set by hand, since what the machine's own table of types
// says must not decide whether a browser takes our WebAssembly.
var types = map[string]string{
	".css":  "text/css; charset=utf-8",
	".js":   "text/javascript; charset=utf-8",
	".svg":  "image/svg+xml",
	".wasm": "application/wasm",
}

// Load reads the embedded assets. Its error is [ErrNotBuilt], or says which
// file is missing.
func Load() (*Assets, error) {
	fsys, err := fs.Sub(dist, "dist")
	if err != nil {
		return nil, err
	}
	return load(fsys)
}

func load(fsys fs.FS) (*Assets, error) {
	b, err := fs.ReadFile(fsys, Manifest)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNotBuilt
	} else if err != nil {
		return nil, err
	}
	var names map[string]string
	if err := json.Unmarshal(b, &names); err != nil {
		return nil, fmt.Errorf("web/dist/%s: %w: run make build", Manifest, err)
	}
	a := &Assets{paths: make(map[string]string), files: make(map[string]*file)}
	for name, hashed := range names {
		f := &file{mime: types[path.Ext(name)], forms: make(map[encoding][]byte)}
		if f.mime == "" {
			return nil, fmt.Errorf("web/dist/%s: %s has an extension without a media type", Manifest, name)
		}
		for _, enc := range encodings {
			if f.forms[enc], err = fs.ReadFile(fsys, hashed+enc.suffix()); err != nil {
				return nil, fmt.Errorf("web/dist is incomplete: %w: run make build", err)
			}
		}
		a.paths[name], a.files[hashed] = Prefix+hashed, f
	}
	return a, nil
}

// Path returns the address of the asset of that name, such as style.css. It
// panics on a name that the build does not know.
func (a *Assets) Path(name string) string {
	p, ok := a.paths[name]
	if !ok {
		panic("web: there is no asset named " + strconv.Quote(name))
	}
	return p
}

// ServeHTTP serves a file under its hashed name, for good: another content has
// another name.
func (a *Assets) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("X-Content-Type-Options", "nosniff")
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		h.Set("Allow", "GET, HEAD")
		http.Error(w, "405: only GET and HEAD here", http.StatusMethodNotAllowed)
		return
	}
	name, below := strings.CutPrefix(r.URL.Path, Prefix)
	f := a.files[name]
	if !below || f == nil {
		h.Set("Cache-Control", "no-store")
		http.Error(w, "404: there is no such file here. A page that asks for it is older than the server: reload it.", http.StatusNotFound)
		return
	}
	enc := negotiate(strings.Join(r.Header.Values("Accept-Encoding"), ","))
	body := f.forms[enc]
	h.Set("Content-Type", f.mime)
	h.Set("Vary", "Accept-Encoding")
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	h.Set("ETag", `"`+name+enc.suffix()+`"`) // the encodings are different bytes
	h.Set("Content-Length", strconv.Itoa(len(body)))
	if enc != identity {
		h.Set("Content-Encoding", string(enc))
	}
	http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(body))
}
