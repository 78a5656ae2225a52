package stage

import (
	"strings"

	"lockstep/web/wall"
	"lockstep/web/wire"
)

// fakePage is the browser.
type fakePage struct {
	address   string
	history   []string // the addresses gone from by pushing
	replaced  int
	visited   string
	kept      map[string]string
	stored    []string
	tired     bool // of changes of the address
	asked     []wire.Question
	requested bool
	now       wall.Span
	later     func()
	quiet     func()
	copied    bool
	random    int64
	moved     []Standing // what was told of the reader, or of time
	byReader  bool       // of the last
}

func (p *fakePage) Dial()                           {}
func (p *fakePage) Hangup()                         {}
func (p *fakePage) Wake(wall.Span)                  {}
func (p *fakePage) Changed()                        { p.requested = true }
func (p *fakePage) RequestFrame()                   { p.requested = true }
func (p *fakePage) CallAfter(_ wall.Span, f func()) { p.quiet = f }
func (p *fakePage) Later(_ wall.Span, f func())     { p.later = f }
func (p *fakePage) Address() string                 { return p.address }
func (p *fakePage) Alone() string                   { return "https://lockstep.test/en/play/it" }
func (p *fakePage) Keep(name, text string)          { p.kept = map[string]string{name: text} }
func (p *fakePage) Kept(name string) string         { return p.kept[name] }
func (p *fakePage) Save(name, text string)          { p.stored = append(p.stored, name+"="+text) }
func (p *fakePage) Visit(address string)            { p.visited = address }
func (p *fakePage) Copy(Part) bool                  { return p.copied }
func (p *fakePage) Moved(to Standing, byReader bool) {
	p.moved = append(p.moved, to)
	p.byReader = byReader
}
func (p *fakePage) Random(below int64) int64 { return p.random % below }

func (p *fakePage) SetAddress(fragment string, push bool) bool {
	if p.tired {
		return false
	}
	if push {
		p.history = append(p.history, p.address)
	} else {
		p.replaced++
	}
	page, _, _ := strings.Cut(p.address, "#")
	p.address = page + "#" + fragment
	return true
}

func (p *fakePage) Send(frame []byte) {
	q, err := wire.ReadQuestion(frame)
	if err != nil {
		panic(err)
	}
	p.asked = append(p.asked, q)
}

// wait lets time pass until what waits for it has happened.
func (p *fakePage) wait() {
	for _, f := range []*func(){&p.later, &p.quiet} {
		if g := *f; g != nil {
			*f = nil
			g()
		}
	}
}
