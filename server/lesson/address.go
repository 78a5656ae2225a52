package lesson

import (
	"bytes"
	"fmt"
	"regexp"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/util"
)

// Link is a link or a picture that an author has written, in whatever form.
type Link struct {
	Address string // as it stands in the page: escaped, and without the Markdown's own escapes
	Line    int    // of the file; within a block, the one where its text begins
	Picture bool
}

// away is how an address begins that leads away from the server of the page.
var away = regexp.MustCompile(`^(?:[A-Za-z][A-Za-z0-9+.-]*:|//)`)

// rendered is an address as it will stand in the page: the Markdown may write any
// of its letters by number. What browsers would take for something else, such as \
// for /, is escaped.
func rendered(destination []byte) []byte { return util.URLEscape(destination, true) }

// picture refuses a picture of another server: a page never calls elsewhere. One
// that is data calls nobody.
func (c *compiler) picture(n *ast.Image) {
	address := rendered(n.Destination)
	at := c.at(n)
	c.lesson.Links = append(c.lesson.Links, Link{string(address), at.line, true})
	data := bytes.HasPrefix(bytes.ToLower(address), []byte("data:")) && !html.IsDangerousURL(address)
	if away.Match(address) && !data {
		c.problem(at.errorf("the picture %.80q would be fetched from elsewhere, and a page never calls another server: want an address on this one, or data:image/png", address))
	}
}

// destination is where a link leads, of whatever form it is; ok tells whether n is one.
func destination(n ast.Node, source []byte) (to []byte, ok bool) {
	switch n := n.(type) {
	case *ast.Link:
		return n.Destination, true
	case *ast.AutoLink:
		to = n.URL(source)
		if n.AutoLinkType == ast.AutoLinkEmail && !away.Match(to) {
			to = append([]byte("mailto:"), to...)
		}
		return to, true
	}
	return nil, false
}

// link checks, enters and marks a link that stands in that line of the file.
func (c *compiler) link(n ast.Node, destination []byte, line int) error {
	if err := leadsSomewhere(destination); err != nil {
		return err
	}
	c.lesson.Links = append(c.lesson.Links, Link{string(rendered(destination)), line, false})
	markForeign(n, destination)
	return nil
}

// leadsSomewhere refuses what does something instead of leading somewhere. Goldmark would
// leave its address out, and so make it a link to the page itself.
func leadsSomewhere(destination []byte) error {
	if html.IsDangerousURL(destination) || html.IsDangerousURL(rendered(destination)) {
		return fmt.Errorf("the link %.80q leads to no page: want an https address, or a page of this site, such as fencing", destination)
	}
	return nil
}

// markForeign has a link that leads away tell nothing of the page it is on.
func markForeign(n ast.Node, destination []byte) {
	if away.Match(rendered(destination)) {
		n.SetAttributeString("rel", []byte("noopener noreferrer"))
	}
}
