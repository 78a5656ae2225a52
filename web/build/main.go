// Command build makes web/dist, what package web embeds, out of web/style,
// web/static and the WebAssembly client:
//
//	go run ./web/build
//
// Every asset is written raw, brotlied and gzipped, under a name that carries a
// hash of its content. What lies in a folder of web/static or in web/style is one
// asset, so that a page asks for little. The client's parts (wasm_exec.js, the folders of
// web/static and lockstep.wasm) work only with one another, so they carry one common
// hash. An asset whose files are there already is not compressed again.
//
// It fails when the client outgrows its limit.
//
// The client as it is served has no names of functions, files and lines, so the
// stack trace of a panic says the panic alone. To have them in the trace and in the
// browser's tools, at any size:
//
//	go run ./web/build -names
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// maxViewer bounds the client over the wire, in bytes: the length of
// lockstep.wasm.br.
const maxViewer = 600 << 10

// viewer is the client's name as an asset.
const viewer = "lockstep.wasm"

func main() {
	if err := run(os.Args[1:], os.Stdout); errors.Is(err, flag.ErrHelp) {
		os.Exit(2)
	} else if err != nil {
		fmt.Fprintln(os.Stderr, "web/build:", err)
		os.Exit(1)
	}
}

func run(args []string, stdout io.Writer) error {
	flags := flag.NewFlagSet("web/build", flag.ContinueOnError)
	names := flags.Bool("names", false, "keep names, files and lines for stack traces, whatever their size")
	if err := flags.Parse(args); err != nil {
		return err
	}
	root, tools, err := where()
	if err != nil {
		return err
	}
	if !tools.known() {
		fmt.Fprintf(stdout, "web/dist: %s is not a Go whose output can be made smaller here, so the viewer is larger than it might be\n", tools.version)
	}
	assets, err := collect(root, tools, *names)
	if err != nil {
		return err
	}
	d := dist{dir: filepath.Join(root, "web", "dist")}
	size, err := d.write(assets)
	if err != nil {
		return err
	}
	if *names {
		_, err := fmt.Fprintf(stdout, "web/dist: the viewer, with its names, is %s with brotli\n", kib(size[viewer]))
		return err
	}
	return gate(stdout, size[viewer], maxViewer)
}

// gate says how large the viewer is over the wire, and refuses one that is
// larger than most.
func gate(stdout io.Writer, size, most int64) error {
	if size > most {
		return fmt.Errorf("the viewer is %s with brotli, over its limit of %s: "+
			"see what grew with go list -deps (GOOS=js GOARCH=wasm) ./wasm", kib(size), kib(most))
	}
	_, err := fmt.Fprintf(stdout, "web/dist: the viewer is %s with brotli (limit %s)\n", kib(size), kib(most))
	return err
}

func kib(n int64) string { return fmt.Sprintf("%.1f KiB (%d bytes)", float64(n)/1024, n) }

// toolchain is the Go that compiles the client.
type toolchain struct{ root, version string }

// known says whether this is the Go whose choices and tables are known here.
func (t toolchain) known() bool {
	return t.version == "go1.26" || strings.HasPrefix(t.version, "go1.26.")
}

// where returns the module's folder and the toolchain.
func where() (root string, tools toolchain, err error) {
	out, err := output(exec.Command("go", "env", "GOMOD", "GOROOT", "GOVERSION"))
	if err != nil {
		return "", toolchain{}, err
	}
	said := strings.Split(strings.TrimSpace(string(out)), "\n")
	for i := range said {
		said[i] = strings.TrimSpace(said[i])
	}
	if len(said) != 3 || said[0] == "" || said[0] == os.DevNull {
		return "", toolchain{}, fmt.Errorf("run me inside the module: go env GOMOD GOROOT GOVERSION says %q", said)
	}
	return filepath.Dir(said[0]), toolchain{said[1], said[2]}, nil
}
