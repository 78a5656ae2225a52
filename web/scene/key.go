package scene

import (
	"strings"

	"lockstep/sim/trace"
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
		return box{6 * px, y + 27*px, w - 12*px, 33 * px}
	case flat:
		return box{6 * px, y + 25*px, w - 12*px, 24 * px}
	case roomy:
		return box{8 * px, y + 36*px, w - 16*px, 46 * px}
	}
	return box{5 * px, y + 44*px, w - 10*px, 56 * px}
}

// key draws a key as its node holds it: whose, which token, how long still by
// the node's own clock.
func (d *drawing) key(n *trace.NodeState, k *trace.HeldKey, b box) {
	who := d.owner(k.Owner)
	d.s(`<g class="`)
	d.s(who.class)
	d.s(`">`)
	d.rect("key", b, 6*px)
	token, time, bar := d.keyParts(b)
	badgeY := token.y - 4*px - half
	if d.plan.node == roomy {
		badgeY = b.y + 14*px
		d.named("", b.x+26*px, b.y+18*px, b.w-26*px-6*px, k.Name)
	}
	d.badge(&who, b.x+14*px, badgeY, small, false)
	d.named("num", token.x, token.y, token.w, shownValue(k.Value))
	if k.Stays {
		d.text("small end", time.right(), time.y, time.w, "scene.no-ttl")
	} else {
		d.text("num end", time.right(), time.y, time.w, "scene.seconds", left(n.Left(k, d.t)))
	}
	d.rect("ttl-track", bar, 2*px)
	part := int64(trace.Million)
	if !k.Stays {
		part = share(n.Left(k, d.t), k.Granted)
	}
	d.bar("ttl", bar, part, &who)
	d.s("</g>")
}

// keyParts says where token, time and bar of a key stand: the boxes' y is the
// text's baseline.
func (d *drawing) keyParts(b box) (token, time, bar box) {
	switch d.plan.node {
	case tall:
		token = box{x: b.x + 27*px, y: b.y + 15*px, w: 34 * px}
		return token, box{x: token.right(), y: token.y, w: b.right() - token.right() - 7*px},
			box{b.x + 8*px, b.y + 22*px, b.w - 16*px, 7 * px}
	case flat:
		token = box{x: b.x + 25*px, y: b.y + 14*px, w: 34 * px}
		return token, box{x: token.right(), y: token.y, w: b.right() - token.right() - 7*px},
			box{b.x + 6*px, b.y + 18*px, b.w - 12*px, 4 * px}
	case roomy:
		token = box{x: b.x + 8*px, y: b.y + 38*px, w: 34 * px}
		time = box{x: b.right() - 60*px, y: token.y, w: 54 * px}
		return token, time, box{token.right() + 4*px, b.y + 29*px, time.x - token.right() - 4*px, 8 * px}
	}
	token = box{x: b.x + 26*px, y: b.y + 17*px, w: b.w - 28*px}
	return token, box{x: b.x + 5*px, y: b.y + 35*px, w: b.w - 10*px},
		box{b.x + 6*px, b.y + 43*px, b.w - 12*px, 8 * px}
}

// ghost draws a key that is gone while its owner still believes in it.
func (d *drawing) ghost(g *trace.Ghost, b box) {
	who := d.owner(g.Owner)
	d.s(`<g class="parting `)
	d.s(who.class)
	d.s(`">`)
	d.rect("gone", b, 6*px)
	token, time, _ := d.keyParts(b)
	y := b.y + 18*px
	if d.plan.node == flat {
		y = token.y
	}
	d.named("who-text", b.x+8*px, y, 14*px, who.letter)
	d.text("small muted", b.x+24*px, y, b.w-24*px-4*px, ghostKey(g))
	if d.plan.node != flat {
		y = max(time.y, y)
		if d.plan.node == tall {
			y = b.y + 28*px
		}
		d.text("small muted end", b.right()-6*px, y, b.w-8*px, "scene.at", at("time", int64(g.At)))
	}
	d.s("</g>")
}

// besides draws a ghost where the key's place is taken by another.
func (d *drawing) besides(g *trace.Ghost, key, node box) {
	who := d.owner(g.Owner)
	d.s(`<g class="parting `)
	d.s(who.class)
	d.s(`">`)
	switch d.plan.node {
	case roomy:
		b := box{key.x, key.bottom() + 5*px, key.w, 24 * px}
		d.rect("gone", b, 6*px)
		d.named("who-text", b.x+8*px, b.y+16*px, 14*px, who.letter)
		d.text("small muted", b.x+24*px, b.y+16*px, b.w-24*px-4*px, ghostKey(g))
	default:
		b := box{38 * px, 5 * px, 34 * px, 18 * px}
		if d.plan.node == narrow {
			b.x = node.w - b.w - 6*px
		}
		d.rect("gone", b, 5*px)
		d.named("who-text", b.x+5*px, b.y+13*px+half, 12*px, who.letter)
		d.neq(b.right()-9*px, b.midY())
	}
	d.s("</g>")
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
