package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/andybalholm/brotli"
)

// manifest is web.Manifest. Package web, which embeds what is made here, is not
// imported: it would be compiled anew for every build.
const manifest = "manifest.json"

// dist is the folder that package web embeds.
type dist struct{ dir string }

// write brings the folder in step with assets and returns, by name, how many
// bytes each takes with brotli. The manifest comes last but for the clearing up,
// so a build that is broken off leaves the former one usable.
func (d dist) write(assets []asset) (map[string]int64, error) {
	if err := os.MkdirAll(d.dir, 0o777); err != nil {
		return nil, err
	}
	size := make(map[string]int64)
	names := make(map[string]string)
	keep := map[string]bool{".gitkeep": true, manifest: true}
	for _, a := range assets {
		for suffix, compress := range forms {
			n, err := d.form(a.hashed+suffix, a.body, compress)
			if err != nil {
				return nil, err
			}
			if suffix == ".br" {
				size[a.name] = n
			}
			keep[a.hashed+suffix] = true
		}
		names[a.name] = a.hashed
	}
	index, err := json.MarshalIndent(names, "", "\t")
	if err != nil {
		return nil, err
	}
	if err := d.replace(manifest, append(index, '\n')); err != nil {
		return nil, err
	}
	return size, d.clear(keep)
}

// form writes one form of an asset unless it is there, and returns its size.
func (d dist) form(name string, body []byte, compress func(io.Writer) io.WriteCloser) (int64, error) {
	info, err := os.Stat(filepath.Join(d.dir, name))
	if err == nil {
		return info.Size(), nil
	} else if !errors.Is(err, fs.ErrNotExist) {
		return 0, err
	}
	var b bytes.Buffer
	w := compress(&b)
	if _, err := w.Write(body); err != nil {
		return 0, err
	}
	if err := w.Close(); err != nil {
		return 0, err
	}
	return int64(b.Len()), d.replace(name, b.Bytes())
}

// forms are the encodings that package web serves, by the ends of their names.
var forms = map[string]func(io.Writer) io.WriteCloser{
	"":    func(w io.Writer) io.WriteCloser { return raw{w} },
	".br": func(w io.Writer) io.WriteCloser { return brotli.NewWriterLevel(w, brotli.BestCompression) },
	".gz": func(w io.Writer) io.WriteCloser {
		z, err := gzip.NewWriterLevel(w, gzip.BestCompression)
		if err != nil {
			panic(err) // only for a level that does not exist
		}
		return z
	},
}

type raw struct{ io.Writer }

func (raw) Close() error { return nil }

// replace writes a file whole or not at all: one that is there is taken for
// finished. A file that is as it should be is left alone, so that the go command
// need not build package web again.
func (d dist) replace(name string, body []byte) error {
	path := filepath.Join(d.dir, name)
	if have, err := os.ReadFile(path); err == nil && bytes.Equal(have, body) {
		return nil
	}
	tmp, err := os.CreateTemp(d.dir, ".new-*")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name()) // fails once it is renamed
	if _, err := tmp.Write(body); err != nil {
		tmp.Close()
		return err
	}
	if err := tmp.Close(); err != nil {
		return err
	}
	if err := os.Chmod(tmp.Name(), 0o644); err != nil {
		return err
	}
	return os.Rename(tmp.Name(), path)
}

// clear removes what former builds left.
func (d dist) clear(keep map[string]bool) error {
	files, err := os.ReadDir(d.dir)
	if err != nil {
		return err
	}
	for _, f := range files {
		// A temporary file may belong to a build that runs beside this one.
		if keep[f.Name()] || strings.HasPrefix(f.Name(), ".new-") {
			continue
		}
		if err := os.Remove(filepath.Join(d.dir, f.Name())); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}
