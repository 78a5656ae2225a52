package spacetime

// A strand is all messages of one client one way that arrived with nothing more to be said
// of them: most of a long run. They are one path, since a page takes as long for an element
// as for many lines, and one target. A message on its way, or lost, or late, is drawn by
// itself.

// usual tells whether a message belongs to a strand.
func (d *drawing) usual(m *message, over bool) bool {
	return over && m.fate == delivered && !m.copy && !m.delayed(d.n) && (m.lateBy == 0 || m.lateBy >= d.n)
}

// strandsOf is how many strands a client has: requests and replies.
const strandsOf = 2

// weave adds message i to its strand.
func (d *drawing) weave(i int, m *message) {
	k := strandsOf * (m.who + 1)
	if m.reply {
		k++
	}
	d.scratch.strands[k] = append(d.scratch.strands[k], i)
}

func (d *drawing) strands() {
	for k, strand := range d.scratch.strands {
		if len(strand) == 0 {
			continue
		}
		client, way := k/strandsOf-1, "there"
		who := d.owner(client)
		class, name := who.Class, ""
		if client >= 0 {
			name = d.rows[d.clients[client]].name
		}
		if k%strandsOf > 0 {
			class, way = class+" fly-reply", "back"
		}
		d.BeginPair("strand", name, way, class, 0, 0)
		d.S(`<path class="fly`)
		d.lines(strand)
		if d.o.Hands {
			d.S(`<path class="hit" data-seqs="`)
			for j, i := range strand {
				if j > 0 {
					d.S(" ")
				}
				d.Number(d.messages[i].sent)
			}
			d.lines(strand)
		}
		d.End()
	}
}

// lines ends a path, in its last attribute but one, that has a line for each message of a
// strand.
func (d *drawing) lines(strand []int) {
	d.S(`" d="`)
	for _, i := range strand {
		m := &d.messages[i]
		x1, y1, x2, y2 := d.clipped(m.at, d.rows[m.from].y, m.end, d.rows[m.to].y)
		d.S("M")
		d.Px(x1)
		d.S(" ")
		d.Px(y1)
		d.S("L")
		d.Px(x2)
		d.S(" ")
		d.Px(y2)
	}
	d.S(`"/>`)
}
