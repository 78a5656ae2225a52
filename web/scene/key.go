package scene

import (
	"strings"

	"lockstep/sim/trace"
	"lockstep/web/draw"
)

// keyShown returns the key to draw, one that a client wants if there is such,
// and how many others the node holds.
func (d *drawing) keyShown(n *trace.NodeState) (*trace.HeldKey, int) {
	for i := range n.Keys {
		for j := range d.st.Clients {
			if n.Keys[i].Name == d.st.Clients[j].Key {
				return &n.Keys[i], len(n.Keys) - 1
			}
		}
	}
	if len(n.Keys) == 0 {
		return nil, 0
	}
	return &n.Keys[0], len(n.Keys) - 1
}

func ghostShown(n *trace.NodeState) *trace.Ghost {
	if len(n.Ghosts) == 0 {
		return nil
	}
	return &n.Ghosts[len(n.Ghosts)-1]
}

// keyBox is where a node shows its key, so much lower for what stands above.
func (d *drawing) keyBox(w, y unit) box {
	switch d.plan.node {
	case tall:
		return draw.At(6*px, y+27*px, w-12*px, 33*px)
	case flat:
		return draw.At(6*px, y+25*px, w-12*px, 24*px)
	case roomy:
		return draw.At(8*px, y+32*px, w-16*px, 44*px)
	case row:
		return draw.At(keyIndent, 7*px, w-keyIndent-8*px, 34*px)
	}
	return draw.At(5*px, y+44*px, w-10*px, 56*px)
}

// key draws a key as its node holds it: whose, which token, how long still by
// the node's own clock.
func (d *drawing) key(n *trace.NodeState, k *trace.HeldKey, b box) {
	who := d.owner(k.Owner)
	d.S(`<g class="`)
	d.S(who.Class)
	d.S(`">`)
	d.Rect("key", b, 6*px)
	token, time, bar := d.keyParts(b)
	badgeY := token.Y - 4*px - half
	if d.plan.node == roomy {
		badgeY = b.Y + 13*px
		d.Named("", b.X+26*px, b.Y+17*px, b.W-26*px-6*px, k.Name)
	}
	d.Badge(&who, b.X+14*px, badgeY, draw.Small, false)
	d.Named("num", token.X, token.Y, token.W, shownValue(k.Value))
	if k.Stays {
		d.Text("small end", time.Right(), time.Y, time.W, "scene.no-ttl")
	} else {
		d.Text("num end", time.Right(), time.Y, time.W, "scene.seconds", draw.Left(func(t trace.Time) trace.Duration { return n.Left(k, t) }))
	}
	d.Rect("ttl-track", bar, 2*px)
	d.Bar("ttl", bar, func(t trace.Time) int64 {
		if k.Stays {
			return trace.Million
		}
		return share(n.Left(k, t), k.Granted)
	}, &who)
	d.S("</g>")
}

// keyParts says where token, time and bar of a key stand: the boxes' y is the
// text's baseline.
func (d *drawing) keyParts(b box) (token, time, bar box) {
	switch d.plan.node {
	case tall, row:
		token = box{X: b.X + 27*px, Y: b.Y + 15*px, W: 34 * px}
		return token, box{X: token.Right(), Y: token.Y, W: b.Right() - token.Right() - 7*px},
			draw.At(b.X+8*px, b.Y+22*px, b.W-16*px, 7*px)
	case flat:
		token = box{X: b.X + 25*px, Y: b.Y + 14*px, W: 34 * px}
		return token, box{X: token.Right(), Y: token.Y, W: b.Right() - token.Right() - 7*px},
			draw.At(b.X+6*px, b.Y+18*px, b.W-12*px, 4*px)
	case roomy:
		token = box{X: b.X + 8*px, Y: b.Y + 36*px, W: 34 * px}
		time = box{X: b.Right() - 60*px, Y: token.Y, W: 54 * px}
		return token, time, draw.At(token.Right()+4*px, b.Y+28*px, time.X-token.Right()-4*px, 8*px)
	}
	token = box{X: b.X + 26*px, Y: b.Y + 17*px, W: b.W - 28*px}
	return token, box{X: b.X + 5*px, Y: b.Y + 35*px, W: b.W - 10*px},
		draw.At(b.X+6*px, b.Y+43*px, b.W-12*px, 8*px)
}

// ghost draws a key that is gone while its owner still believes in it.
func (d *drawing) ghost(g *trace.Ghost, b box) {
	who := d.owner(g.Owner)
	d.S(`<g class="parting `)
	d.S(who.Class)
	d.S(`">`)
	d.Rect("gone", b, 6*px)
	token, time, _ := d.keyParts(b)
	y := b.Y + 18*px
	if d.plan.node == flat {
		y = token.Y
	}
	d.Named("who-text", b.X+8*px, y, 14*px, who.Letter)
	d.Text("small muted", b.X+24*px, y, b.W-24*px-4*px, ghostKey(g))
	if d.plan.node != flat {
		y = max(time.Y, y)
		if d.plan.node == tall || d.plan.node == row {
			y = b.Y + 28*px
		}
		d.Text("small muted end", b.Right()-6*px, y, b.W-8*px, "scene.at", draw.Seconds("time", int64(g.At)))
	}
	d.S("</g>")
}

// besides draws a ghost where the key's place is taken by another.
func (d *drawing) besides(g *trace.Ghost, key, node box) {
	who := d.owner(g.Owner)
	d.S(`<g class="parting `)
	d.S(who.Class)
	d.S(`">`)
	switch d.plan.node {
	case roomy:
		b := draw.At(key.X, key.Bottom()+4*px, key.W, 22*px)
		d.Rect("gone", b, 6*px)
		d.Named("who-text", b.X+8*px, b.Y+15*px, 14*px, who.Letter)
		d.Text("small muted", b.X+24*px, b.Y+15*px, b.W-24*px-4*px, ghostKey(g))
	default:
		b := draw.At(38*px, 5*px, 34*px, 18*px)
		if d.plan.node == narrow {
			b.X = node.W - b.W - 6*px
		}
		d.Rect("gone", b, 5*px)
		d.Named("who-text", b.X+5*px, b.Y+13*px+half, 12*px, who.Letter)
		d.Neq(b.Right()-9*px, b.MidY())
	}
	d.S("</g>")
}

func ghostKey(g *trace.Ghost) string {
	switch g.Why {
	case trace.GhostDeleted:
		return "scene.ghost-deleted"
	case trace.GhostLost:
		return "scene.ghost-lost"
	}
	return "scene.ghost-expired"
}

// shownValue is as much of a key's value as one can tell values apart by. Of a
// re-entrant lock's hash it is the owner's token and how often it holds.
func shownValue(value string) string {
	if rest, ok := strings.CutPrefix(value, `["`); ok {
		token, rest, _ := strings.Cut(rest, `"`)
		_, rest, _ = strings.Cut(rest, `"`)
		if count, _, ok := strings.Cut(rest, `"`); ok && !strings.Contains(rest, `", `) {
			return first(token, 2) + "×" + count
		}
		return shortToken(token)
	}
	return shortToken(value)
}

// shortToken is as much of a token as one can tell tokens apart by.
func shortToken(token string) string { return first(token, 4) }

// first returns the first n characters of text.
func first(text string, n int) string {
	for at := range text {
		if n == 0 {
			return text[:at]
		}
		n--
	}
	return text
}
