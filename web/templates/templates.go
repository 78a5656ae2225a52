// Package templates holds the pages' HTML, for html/template, and their icon.
//
// A page holds no script and no style of its own and no address of another
// origin: the content policy would refuse them. Addresses are relative, so that
// a server may live below a path of a proxy's.
package templates

import "embed"

// FS is the files of this folder.
//
//go:embed *.html *.svg
var FS embed.FS
