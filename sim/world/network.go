package world

import "lockstep/sim/trace"

// message is one message under way.
type message struct {
	name     trace.MsgName
	text     string // the name as it stands in the trace
	purpose  trace.Purpose
	from, to machine
	cargo    cargo

	// life is which life of its addressee the message was sent to: a crash breaks
	// the connection, and what is under way on it finds nobody. A machine that was
	// down already is reached whenever it is back.
	life int

	// silent messages are not in the trace: heartbeats would drown it.
	silent bool

	arrive     trace.Time // or when it is lost on its way
	lost       bool       // chance will take it
	generation int        // counts what changes its fate: an earlier one is stale
	slot       int        // where in world.flying it is
}

// anyLife is the life of a message that was sent while its addressee was down.
const anyLife = -1

// cargo is what a message carries.
type cargo interface {
	// show adds to the event of the message's leaving.
	show(m *message, e *trace.Event)

	// deliver hands it to its addressee.
	deliver(w *world, m *message)
}

// ordered is cargo of a connection that keeps what it carries in order, and breaks
// when some of it is lost.
type ordered interface {
	cargo

	// inOrder returns when what would arrive at t does: not before what left earlier.
	inOrder(t trace.Time) trace.Time

	// lost tells that the cargo did not come, or that nobody was there to take it.
	lost()
}

// request is the cargo of a question to one of its nodes.
type request struct {
	ask   *asking
	index int
}

func (r *request) show(m *message, e *trace.Event) {
	a := r.ask.a
	e.Cmd = shownCmd(r.ask.q.Cmd)
	e.At, e.File, e.Line, e.Activity = trace.ReadAt(a.p.reading()), a.file, a.line, a.name
}

func (r *request) deliver(w *world, m *message) {
	m.to.(server).serve(m, r)
}

// answer is the cargo of a reply.
type answer struct {
	request
	text string // as redis-cli writes it
	ok   bool
}

func (a *answer) show(_ *message, e *trace.Event) {
	e.OK, e.Reply = a.ok, shownReply(a.text)
}

func (a *answer) deliver(w *world, m *message) { a.ask.answered(a.index, a.text, a.ok) }

// reply sends a server's answer to a request back.
func (w *world) reply(m *message, r *request, text string) {
	name := m.name
	name.Reply = true
	w.send(&message{
		name: name, text: name.String(), purpose: m.purpose, from: m.to, to: m.from, life: r.ask.life,
		cargo: &answer{request: *r, text: text, ok: r.ask.q.Granted(text)},
	})
}

// request sends a message on a connection to its addressee as it is now.
func (w *world) request(m *message) {
	to := m.to.end()
	if m.life = to.life; to.down {
		m.life = anyLife
	}
	w.send(m)
}

// send puts a message on its link. How long it takes, and whether chance takes
// it, are drawn by its name, so it fares alike in every run that it exists in.
func (w *world) send(m *message) {
	from, to := m.from.end(), m.to.end()
	link, fault := w.config.Network.link(from.name, to.name), w.links.get(from.name, to.name)
	takes := link.Min + fault.slow + trace.Duration(w.choose.Choose("latency "+m.text, uint64(link.Max-link.Min)+1))
	m.arrive = w.t.Add(takes)
	if o, ok := m.cargo.(ordered); ok {
		m.arrive = o.inOrder(m.arrive)
	}
	loss := link.LossPPM + fault.ppm
	m.lost = loss > 0 && w.choose.Choose("loss "+m.text, trace.Million) < loss
	if m.lost {
		m.arrive = w.t.Add(takes / 2)
	}
	if !m.silent {
		e := trace.Event{Kind: trace.Send, Msg: m.text, Purpose: m.purpose, From: from.name, To: to.name}
		m.cargo.show(m, &e)
		if !m.lost {
			e.Arrive = m.arrive
		}
		w.emit(e)
		m.slot = len(w.flying)
		w.flying = append(w.flying, m)
		if m.errand() {
			w.errands++
		}
	}
	w.fly(m)
}

// fly schedules what will become of a message.
func (w *world) fly(m *message) {
	do := doArrive
	if m.lost {
		do = doVanish
	}
	w.queue.push(item{at: m.arrive, class: ordinary, do: do, message: m, generation: m.generation})
}

// errand tells whether a run goes on for the message alone. A replica's full copy may
// be lost, and sent again, for ever.
func (m *message) errand() bool { return m.purpose != trace.ToCopy }

// land takes a message off the wire: whatever was to become of it, this did.
func (w *world) land(m *message) {
	m.generation++
	if m.silent {
		return
	}
	if m.errand() {
		w.errands--
	}
	last := len(w.flying) - 1
	w.flying[m.slot] = w.flying[last]
	w.flying[m.slot].slot = m.slot
	w.flying[last] = nil
	w.flying = w.flying[:last]
}

// underWay returns the message of that name, or nil if none is.
func (w *world) underWay(text string) *message {
	for _, m := range w.flying {
		if m.text == text {
			return m
		}
	}
	return nil
}

// arrive lets a message reach the far end of its link. Whether it passes, and
// whether somebody is there to take it, is decided now, not when it left.
func (w *world) arrive(m *message) {
	to := m.to.end()
	_, client := m.to.(*process)
	fault := w.links.get(m.from.end().name, to.name)
	switch {
	case fault.cut:
		w.drop(m, trace.WhyCut, fault.by)
	case to.down:
		w.drop(m, either(client, trace.WhyClientDown, trace.WhyNodeDown), to.crashedBy)
	case m.life != to.life && m.life != anyLife:
		w.drop(m, either(client, trace.WhyClientRestarted, trace.WhyNodeRestarted), to.crashedBy)
	default:
		w.land(m)
		life := to.life
		if !m.silent {
			w.emit(trace.Event{Kind: trace.Deliver, Msg: m.text, Who: to.name})
			w.carryOut()
		}
		if to.life == life {
			m.cargo.deliver(w, m)
			return
		}
		m.forsake() // its arrival let loose what took the machine down
	}
}

func either(yes bool, a, b string) string {
	if yes {
		return a
	}
	return b
}

// drop loses a message.
func (w *world) drop(m *message, why, by string) {
	w.land(m)
	if !m.silent {
		w.emit(trace.Event{Kind: trace.Drop, Msg: m.text, Who: m.to.end().name, Why: why, By: by})
	}
	m.forsake()
}

// forsake tells the connection of a message that it was in vain. A copy is one more
// than there has to be.
func (m *message) forsake() {
	if o, ok := m.cargo.(ordered); ok && m.name.Copy == 0 {
		o.lost()
	}
}

// delay makes a message under way take longer. A lost one stays lost.
func (w *world) delay(m *message, by trace.Duration) {
	m.arrive = m.arrive.Add(by)
	m.generation++
	w.fly(m)
}

// duplicate puts a copy of a message on its link, which travels by itself. Copies of
// a request and of its reply are counted together, since the reply to a copy is a
// copy too.
func (w *world) duplicate(m *message) {
	if w.copies == nil {
		w.copies = make(map[string]int)
	}
	base := m.name
	base.Reply, base.Copy = false, 0
	w.copies[base.String()]++
	name := m.name
	name.Copy = w.copies[base.String()]
	twin := *m
	twin.name, twin.text, twin.generation = name, name.String(), 0
	w.send(&twin)
}
