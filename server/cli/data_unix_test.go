//go:build unix

package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A pipe that nobody writes to, or a device without end, is no lesson. Links to
// files are files.
func TestOnlyFilesAreRead(t *testing.T) {
	needClient(t)
	pipe := func(path string) error { return syscall.Mkfifo(path, 0o644) }
	device := func(path string) error { return os.Symlink(os.DevNull, path) }
	for _, tt := range []struct {
		name    string
		make    func(path string) error
		command string
		kind    string
	}{
		{"mine.en.md", pipe, "serve --addr localhost:0", "a named pipe"},
		{"mine.en.md", device, "serve --addr localhost:0", "a device"},
		{"phrases/site.en.yaml", pipe, "run redlock", "a named pipe"},
		{"phrases/site.en.yaml", device, "run redlock", "a device"},
		{"scenarios/redlock.yaml", pipe, "scenarios", "a named pipe"},
		{"scenarios/redlock.yaml", device, "scenarios", "a device"},
	} {
		t.Run(tt.name+" is "+tt.kind, func(t *testing.T) {
			data := t.TempDir()
			path := filepath.Join(data, "lessons", filepath.FromSlash(tt.name))
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := tt.make(path); err != nil {
				skip(t, err)
			}
			var stdout, stderr bytes.Buffer
			status := make(chan int, 1)
			go func() {
				status <- Run(t.Context(), append(strings.Fields(tt.command), "--data", data), &stdout, &stderr)
			}()
			select {
			case got := <-status:
				want := "lockstep: " + path + ": this is " + tt.kind + ", and only files are read\n"
				if got != exitUsage || stderr.String() != want {
					t.Errorf("exit status %d, %q, want %q", got, &stderr, want)
				}
			case <-time.After(20 * time.Second):
				t.Fatal("it waits for the pipe")
			}
		})
	}
}

func TestLinksToFilesAreFiles(t *testing.T) {
	data, elsewhere := t.TempDir(), filepath.Join(t.TempDir(), "mine.yaml")
	scenarios := filepath.Join(data, "lessons", "scenarios")
	if err := os.MkdirAll(scenarios, 0o755); err != nil {
		t.Fatal(err)
	}
	const text = "id: mine\ntitle: {en: Linked}\ncluster: {single: {}}\nlock: {kind: redlock}\nclients: [{id: A, work: {on: r, takes: 1ms}}]\nresources: {r: {kind: ledger}}\n"
	if err := os.WriteFile(elsewhere, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(elsewhere, filepath.Join(scenarios, "mine.yaml")); err != nil {
		skip(t, err)
	}
	if got := ran(t, "scenarios", "--data", data); !strings.Contains(got, "mine\n    Linked\n") {
		t.Errorf("it is not listed:\n%s", got)
	}
}
