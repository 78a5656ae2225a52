package lock

import "embed"

//go:embed *.go
var files embed.FS

// Source returns the text of one of this package's files, for a page that shows
// the code that runs.
func Source(name string) (string, bool) {
	b, err := files.ReadFile(name)
	return string(b), err == nil
}
