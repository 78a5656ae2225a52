package rooms

import (
	"errors"
	"time"

	"lockstep/server/room"
)

// ack says that a command was carried out.
func (m *member) ack(n int) { m.room.put(m, item{text: forOne(told{Ack: &n})}) }

// refuse says why a command was not.
func (m *member) refuse(n int, why error) {
	refusal, ok := why.(room.Refusal)
	if !ok {
		refusal = room.Unknown
	}
	m.no(told{No: &n, Why: refusal})
}

// misunderstood says that something is no command, as far as it could be read.
func (m *member) misunderstood(c *room.Command, err error) {
	no := told{No: new(int), Why: room.Unknown}
	if wrong, ok := errors.AsType[*room.FieldError](err); ok {
		no.No, no.Field = &c.N, wrong.Field
	}
	m.no(no)
}

func (m *member) no(t told) {
	m.all.metrics.refusals.WithLabelValues(string(t.Why)).Inc()
	m.room.put(m, item{text: forOne(t)})
}

// counted says that a vote is stored, which came at some time.
func (m *member) counted(n int, came time.Time) {
	m.all.metrics.votes.Inc()
	m.all.metrics.commit.Observe(time.Since(came).Seconds())
	m.ack(n)
}
