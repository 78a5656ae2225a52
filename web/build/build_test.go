package main

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"

	"lockstep/web"
)

func TestManifestIsWhatPackageWebReads(t *testing.T) {
	if manifest != web.Manifest {
		t.Errorf("written as %s, read as %s", manifest, web.Manifest)
	}
}

func TestGate(t *testing.T) {
	var out strings.Builder
	if err := gate(&out, maxViewer, maxViewer); err != nil {
		t.Errorf("at the limit: %v", err)
	}
	if !strings.Contains(out.String(), "600.0 KiB (614400 bytes)") {
		t.Errorf("the size is not said: %q", out.String())
	}
	err := gate(&out, maxViewer+1, maxViewer)
	if err == nil || !strings.Contains(err.Error(), "614401 bytes") {
		t.Errorf("over the limit: %v", err)
	}
}

func TestTogetherSharesOneHash(t *testing.T) {
	group := func(wasm string) []asset {
		return together([]asset{{name: "boot.js", body: []byte("b")}, {name: "lockstep.wasm", body: []byte(wasm)}})
	}
	old, same, other := group("1"), group("1"), group("2")
	hash := strings.TrimSuffix(strings.TrimPrefix(old[0].hashed, "boot."), ".js")
	if len(hash) != 12 || old[1].hashed != "lockstep."+hash+".wasm" {
		t.Errorf("names %q and %q", old[0].hashed, old[1].hashed)
	}
	if old[0].hashed != same[0].hashed {
		t.Error("the same content has two names")
	}
	if old[0].hashed == other[0].hashed {
		t.Error("boot.js keeps its name though the WebAssembly changed")
	}
}

func TestConcatInOrderOfNames(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "20-b.css", "b{}\n\n")
	put(t, dir, "10-a.css", "a{}")
	put(t, dir, "notes.txt", "no style")
	got, err := concat(dir, ".css")
	if err != nil || string(got) != "a{}\nb{}\n" {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := concat(t.TempDir(), ".css"); err == nil {
		t.Error("a folder without styles is no error")
	}
}

func TestDist(t *testing.T) {
	d := dist{dir: t.TempDir()}
	put(t, d.dir, ".gitkeep", "")
	body := bytes.Repeat([]byte("lock step "), 1000)
	size, err := d.write([]asset{single("style.css", []byte("old")), single("a.js", body)})
	if err != nil {
		t.Fatal(err)
	}
	a := single("a.js", body)
	br := read(t, d.dir, a.hashed+".br")
	if size["a.js"] != int64(len(br)) || len(br) >= len(body) {
		t.Errorf("brotli: said %d, is %d of %d", size["a.js"], len(br), len(body))
	}
	got, err := io.ReadAll(brotli.NewReader(bytes.NewReader(br)))
	if err != nil || !bytes.Equal(got, body) {
		t.Errorf("brotli does not give the content back: %v", err)
	}
	z, err := gzip.NewReader(bytes.NewReader(read(t, d.dir, a.hashed+".gz")))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(z); err != nil || !bytes.Equal(got, body) {
		t.Errorf("gzip does not give the content back: %v", err)
	}

	// A form that is there is not made again, what is out of date goes, and the
	// placeholder stays.
	put(t, d.dir, a.hashed+".br", "kept")
	if size, err = d.write([]asset{single("style.css", []byte("new")), a}); err != nil {
		t.Fatal(err)
	}
	if string(read(t, d.dir, a.hashed+".br")) != "kept" || size["a.js"] != 4 {
		t.Error("a form that was there was made again")
	}
	old := single("style.css", []byte("old")).hashed
	if _, err := os.Stat(filepath.Join(d.dir, old)); err == nil {
		t.Errorf("%s is still there", old)
	}
	read(t, d.dir, ".gitkeep")
	if m := read(t, d.dir, manifest); !bytes.Contains(m, []byte(single("style.css", []byte("new")).hashed)) {
		t.Errorf("manifest: %s", m)
	}
}

func put(t *testing.T, dir, name, body string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(body), 0o666); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, dir, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Only the Go that has the choice is asked to leave parts of its runtime out: any
// other would refuse to build.
func TestExperiments(t *testing.T) {
	for version, want := range map[string]bool{"go1.26": true, "go1.26.8": true, "go1.27.1": false, "go1.260": false, "devel go1.27-abc": false} {
		if got := experiments(toolchain{version: version}) != ""; got != want {
			t.Errorf("%s: something is left out: %v, want %v", version, got, want)
		}
	}
	_, tools, err := where()
	if err != nil || !strings.Contains(tools.version, "go1.") || tools.root == "" {
		t.Errorf("the toolchain is %+v, %v", tools, err)
	}
}
