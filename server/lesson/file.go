package lesson

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"regexp"
)

// The bounds of a lesson's file in one language, in bytes. Markdown is read in a time that
// grows with a line's square: 200 KiB of [a]( take half a minute on one line, and less than
// a second on lines of that length.
const (
	MaxSize = 256 << 10
	MaxLine = 4 << 10 // without the data: of pictures
)

// unmarked is a text without the marks of the editor that it was written with: that of
// its encoding, and ends of lines with a carriage return. With them it is the same text,
// so its digest is, too.
func unmarked(text []byte) []byte {
	text = bytes.TrimPrefix(text, []byte("\uFEFF"))
	return bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
}

// readFile reads a file without the marks of its editor, and no more of it than a lesson
// may have.
func readFile(fsys fs.FS, file string) ([]byte, error) {
	f, err := fsys.Open(file)
	if err != nil {
		return nil, unreadable(file, err)
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, MaxSize+1))
	if err != nil {
		return nil, unreadable(file, err)
	}
	if len(text) > MaxSize {
		return nil, fmt.Errorf("%s: it is too long: a lesson has room for %d KiB of text", file, MaxSize>>10)
	}
	text = unmarked(text)
	n := 0
	for line := range bytes.Lines(text) {
		n++
		if bytes := overlong(line); bytes > 0 {
			return nil, place{file, n}.errorf("this line has %d bytes, and there is room for %d; break it: the lines of a paragraph run on as one", bytes, MaxLine)
		}
	}
	return text, nil
}

// embedded is what a picture holds that comes with the text: no Markdown is sought in it.
var embedded = regexp.MustCompile(`data:[A-Za-z0-9/+;,=-]*`)

// overlong returns how long a line is, without what is embedded, if that is too long; else 0.
func overlong(line []byte) int {
	line = bytes.TrimSuffix(line, []byte("\n"))
	if len(line) <= MaxLine {
		return 0
	}
	if n := len(embedded.ReplaceAll(line, nil)); n > MaxLine {
		return n
	}
	return 0
}

// unreadable has what the system says of a file begin with its name, as all that is
// wrong does; other trees say it so themselves.
func unreadable(file string, err error) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		return fmt.Errorf("%s: %w", file, path.Err)
	}
	return err
}
