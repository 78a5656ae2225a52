package world

import (
	"lockstep/sim/consensus"
	"lockstep/sim/run"
	"lockstep/sim/trace"
)

// member is one machine of the linearizable lock service. All of them share one
// state, which a crash of some does not touch: a majority has it.
type member struct {
	endpoint
	w *world
}

// lockService is all its members together.
type lockService struct {
	service    *consensus.Service
	members    []*member
	due        trace.Time
	generation int
}

// serve answers a request if a majority of the members, this one among them, is up
// and can hear and be heard by it. Otherwise there is no answer: nobody can know.
func (s *member) serve(m *message, r *request) {
	w := s.w
	if !w.quorum.agrees(s) {
		return
	}
	w.quorum.expire(w)
	text, keys := w.quorum.service.Exec(trace.Local(w.t), r.ask.q.Cmd)
	w.emit(trace.Event{
		Kind: trace.Exec, Node: trace.NodeID(s.name), Msg: m.text, Who: m.from.end().name,
		Cmd: shownCmd(r.ask.q.Cmd), Reply: shownReply(text), Keys: shownKeys(keys),
		At: trace.ReadAt(trace.Local(w.t)), Purpose: m.purpose, OK: r.ask.q.Granted(text),
	})
	w.quorum.watch(w)
	life := s.life
	if w.carryOut(); s.life == life {
		w.reply(m, r, text)
	}
}

func (q *lockService) agrees(with *member) bool {
	n := 0
	for _, other := range q.members {
		there, back := with.w.links.get(with.name, other.name), with.w.links.get(other.name, with.name)
		if !other.down && !there.cut && !back.cut {
			n++
		}
	}
	return n > len(q.members)/2
}

// expire tells of the leases that have run out, by the service's own steady time.
func (q *lockService) expire(w *world) {
	for _, key := range q.service.Expire(trace.Local(w.t)) {
		w.emit(trace.Event{
			Kind: trace.Expire, Node: trace.NodeID(q.members[0].name), Key: shownText(key), At: trace.ReadAt(trace.Local(w.t)),
		})
	}
}

// watch sees to it that the next lease to run out is told of at that very instant.
func (q *lockService) watch(w *world) {
	at, any := q.service.NextExpiry()
	if !any || trace.Time(at) == q.due {
		return
	}
	q.due = trace.Time(at)
	q.generation++
	w.queue.push(item{at: max(w.t, q.due), class: ordinary, do: doLapse, generation: q.generation})
}

func (s *member) crash(_ run.Data, by string) []trace.Key {
	s.down, s.crashedBy = true, by
	s.life++
	return nil
}

func (s *member) restart() {}
