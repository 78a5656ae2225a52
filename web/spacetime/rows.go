package spacetime

import (
	"strconv"
	"strings"

	"lockstep/sim/trace"
	"lockstep/web/draw"
)

// Lengths are written often, so their words are short.
type unit = draw.Unit

const px = draw.Px

// rowKind is what sort of process has a row.
type rowKind uint8

const (
	clientRow rowKind = iota
	nodeRow
	resourceRow
)

// row is one process's lifeline.
type row struct {
	kind  rowKind
	name  string
	index int // among its kind, in the order of the cast
	y     unit
}

// form is how large things are drawn: with many rows, smaller.
type form struct {
	step   unit // from one row to the next
	belief unit // height of a belief's bar
	key    unit // height of a key's bar
}

var (
	roomy   = form{23 * px, 14 * px, 8 * px}
	medium  = form{20 * px, 13 * px, 8 * px}
	compact = form{16 * px, 10 * px, 6 * px}
)

const (
	someRows      = 8       // from so many on they have less air
	manyRows      = 18      // from so many on they stand close
	axisTall      = 26 * px // of the axis above the first row
	groupGap      = 5 * px  // between clients and nodes
	underRows     = 4 * px
	besideName    = 18 * px // margins of a row's name
	badgeRoom     = 22 * px // of the badge before a client's
	nameSize      = 1150
	underResource = 13 * px // for what is said of a resource
)

// cast gives every process of the run a row: half of the clients above the machines
// that they ask, half below, so that few messages cross many rows, and the resources
// last.
func (s *Story) cast(e *trace.Event) {
	s.byName = make(map[string]int)
	above := (len(e.Clients) + 1) / 2
	client := func(i int) { s.addRow(clientRow, string(e.Clients[i].ID), i) }
	for i := range above {
		client(i)
	}
	for i := range e.Nodes {
		s.addRow(nodeRow, string(e.Nodes[i].ID), i)
	}
	for i := above; i < len(e.Clients); i++ {
		client(i)
	}
	for i := range e.Resources {
		s.addRow(resourceRow, e.Resources[i].ID, i)
	}
	for i := range e.Clients {
		s.lockKey(e.Clients[i].Key)
	}
	switch n := len(s.rows); {
	case n >= manyRows:
		s.form = compact
	case n >= someRows:
		s.form = medium
	default:
		s.form = roomy
	}
	y := axisTall + s.form.step/2 + 2*px
	for i := range s.rows {
		r := &s.rows[i]
		if i > 0 {
			y += s.form.step
			if s.rows[i-1].kind != r.kind {
				y += groupGap
			}
		}
		r.y = y
		if r.kind == resourceRow {
			y += underResource
		}
	}
	s.bottom = y + s.form.step/2 + underRows
}

func (s *Story) addRow(kind rowKind, name string, index int) {
	if kind == clientRow {
		s.clients = append(s.clients, len(s.rows))
	}
	w := besideName + draw.TextWidth(name, nameSize, false)
	if kind == clientRow {
		w += badgeRoom
	}
	s.longest = max(s.longest, w)
	s.byName[name] = len(s.rows)
	s.rows = append(s.rows, row{kind: kind, name: name, index: index})
}

// lockKey notes a name under which some client's lock is kept: each has a lane of its
// own on every node.
func (s *Story) lockKey(name string) {
	for _, known := range s.keys {
		if known == name {
			return
		}
	}
	lane := "key"
	if n := len(s.keys); n > 0 { // two keys may come at one event
		lane += strconv.Itoa(n)
	}
	s.keys, s.lanes = append(s.keys, name), append(s.lanes, lane)
}

// rowOf returns the row of a process, or of one of its activities, such as
// A.watchdog.
func (s *Story) rowOf(name string) (int, bool) {
	if i, ok := s.byName[name]; ok {
		return i, true
	}
	name, _, _ = strings.Cut(name, ".")
	i, ok := s.byName[name]
	return i, ok
}

// clientOf returns the number of the client of that name, or -1.
func (s *Story) clientOf(name string) int {
	if i, ok := s.rowOf(name); ok && s.rows[i].kind == clientRow {
		return s.rows[i].index
	}
	return -1
}
