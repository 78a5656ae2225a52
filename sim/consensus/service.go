package consensus

import (
	"cmp"
	"maps"
	"slices"
	"strconv"

	"lockstep/sim/trace"
)

// A Service is what all members agree on. Its zero value is not ready: use New.
type Service struct {
	revision int64 // the last one taken
	leases   map[string]lease
	numbers  map[string]int64
}

type lease struct {
	owner    string
	revision int64
	deadline trace.Local // the first instant at which it is gone
}

// New returns a service that holds nothing.
func New() *Service {
	return &Service{leases: make(map[string]lease), numbers: make(map[string]int64)}
}

// Exec runs one command at the instant now of the service's time, which never goes
// back. It returns the reply and what is now under the key that the command named.
// A lease that has run out counts as gone, but it is for Expire to remove it.
func (s *Service) Exec(now trace.Local, cmd []string) (reply string, keys []trace.Key) {
	req, wrong := parse(cmd)
	if wrong != "" {
		return failure(wrong), nil
	}
	if _, ok := s.numbers[req.key]; ok && req.leases() {
		return failure(strconv.Quote(req.key) + " is a number; a lock needs a key of its own"), nil
	}
	switch req.verb {
	case "ACQUIRE":
		reply = s.acquire(now, req)
	case "KEEPALIVE":
		reply = s.keepAlive(now, req)
	case "RELEASE":
		reply = s.release(now, req)
	case "NUMBER":
		reply = s.number(now, req)
	case "GET":
		reply = "(nil)"
		if value, ok := s.value(now, req.key); ok {
			reply = strconv.Quote(value)
		}
	}
	return reply, []trace.Key{s.key(now, req.key)}
}

func (s *Service) acquire(now trace.Local, req request) string {
	l, held := s.held(now, req.key)
	if held && l.owner != req.owner {
		return "(nil)"
	}
	if !held {
		l = lease{owner: req.owner, revision: s.next()}
	}
	l.deadline = now.Add(req.ttl)
	s.leases[req.key] = l
	return integer(l.revision)
}

func (s *Service) keepAlive(now trace.Local, req request) string {
	l, held := s.held(now, req.key)
	if !held || l.owner != req.owner {
		return integer(0)
	}
	l.deadline = now.Add(req.ttl)
	s.leases[req.key] = l
	return integer(1)
}

func (s *Service) release(now trace.Local, req request) string {
	if l, held := s.held(now, req.key); !held || l.owner != req.owner {
		return integer(0)
	}
	delete(s.leases, req.key)
	return integer(1)
}

func (s *Service) number(now trace.Local, req request) string {
	if _, held := s.held(now, req.key); held {
		return failure(strconv.Quote(req.key) + " is a lock; a number needs a name of its own")
	}
	n := s.next()
	s.numbers[req.key] = n
	return integer(n)
}

// next takes the next revision.
func (s *Service) next() int64 {
	s.revision++
	return s.revision
}

// held returns the lease on a key unless there is none, or it has run out.
func (s *Service) held(now trace.Local, key string) (lease, bool) {
	l, ok := s.leases[key]
	return l, ok && now < l.deadline
}

func (s *Service) value(now trace.Local, key string) (string, bool) {
	if n, ok := s.numbers[key]; ok {
		return strconv.FormatInt(n, 10), true
	}
	l, held := s.held(now, key)
	return l.owner, held
}

// key describes what is under a key, for the trace.
func (s *Service) key(now trace.Local, key string) trace.Key {
	value, ok := s.value(now, key)
	if !ok {
		return trace.Key{Name: key, PTTL: trace.Gone}
	}
	k := trace.Key{Name: key, Value: value, PTTL: trace.NoExpiry}
	if l, held := s.held(now, key); held {
		k.PTTL = l.deadline.Sub(now)
	}
	return k
}

// Expire removes the leases that have run out by now and returns their keys, the
// earliest deadline first.
func (s *Service) Expire(now trace.Local) []string {
	var gone []string
	for _, key := range s.byDeadline() {
		if now < s.leases[key].deadline {
			break
		}
		gone = append(gone, key)
		delete(s.leases, key)
	}
	return gone
}

// NextExpiry returns the first instant at which a lease will be gone.
func (s *Service) NextExpiry() (at trace.Local, ok bool) {
	if keys := s.byDeadline(); len(keys) > 0 {
		return s.leases[keys[0]].deadline, true
	}
	return 0, false
}

// byDeadline returns the leased keys, the earliest deadline first. There are a few
// at most, so no heap is kept.
func (s *Service) byDeadline() []string {
	return slices.SortedStableFunc(slices.Values(slices.Sorted(maps.Keys(s.leases))), func(a, b string) int {
		return cmp.Compare(s.leases[a].deadline, s.leases[b].deadline)
	})
}

// integer and failure write replies as redis-cli does.
func integer(n int64) string { return "(integer) " + strconv.FormatInt(n, 10) }

func failure(why string) string { return "(error) ERR " + why }
