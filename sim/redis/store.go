package redis

import (
	"bufio"
	"fmt"
	"time"

	"github.com/alicebob/miniredis/v2"
	"github.com/alicebob/miniredis/v2/server"

	"lockstep/sim/redis/resp"
)

// A store is miniredis reduced to what is asked of it here: data, and commands
// upon it, called like functions. It knows no time: deadlines are the ledger's.
type store struct {
	mini   *miniredis.Miniredis
	db     *miniredis.RedisDB
	server *server.Server
	peer   *server.Peer
	out    []byte // what the peer was answered
}

func newStore() (*store, error) {
	m := miniredis.NewMiniRedis()
	// Any fixed instant will do. Without one it would read the wall clock on
	// every access.
	m.SetTime(time.Unix(0, 0).UTC())

	// Dialling is the one way to start miniredis without a listener. The server
	// dispatches commands just as well when it is closed, and closing waits for
	// the goroutines of the connection.
	conn, err := m.Dial()
	if err != nil {
		return nil, fmt.Errorf("start miniredis: %w", err)
	}
	s := &store{mini: m, db: m.DB(0), server: m.Server()}
	s.peer = server.NewPeer(bufio.NewWriter(s))
	conn.Close()
	m.Close()
	return s, nil
}

// Write takes the answer to a command from the peer.
func (s *store) Write(p []byte) (int, error) {
	s.out = append(s.out, p...)
	return len(p), nil
}

// dispatch runs one command. The caller has checked name, arity and sizes.
func (s *store) dispatch(args []string) resp.Reply {
	s.out = s.out[:0]
	s.server.Dispatch(s.peer, args)
	s.peer.Flush()
	reply, _, err := resp.Parse(s.out)
	if cap(s.out) > outMax {
		s.out = nil
	}
	if err != nil {
		return resp.ErrorOf("ERR " + err.Error())
	}
	return reply
}

// outMax is how much of an answer's memory is kept for the next one.
const outMax = 64 << 10

// put sets a string, whatever was there before.
func (s *store) put(name, value string) {
	if err := s.db.Set(name, value); err != nil { // a value of another type
		s.db.Del(name)
		s.db.Set(name, value)
	}
}

// unlock frees the lock that a command holds if it panicked half-way.
// Only one command runs at a time, so whoever holds it is dead.
func (s *store) unlock() {
	s.mini.TryLock()
	s.mini.Unlock()
	s.out = nil
	s.peer = server.NewPeer(bufio.NewWriter(s))
}

// moveTo copies everything to an empty store.
func (s *store) moveTo(t *store, names []string) {
	for _, name := range names {
		switch s.db.Type(name) {
		case "string":
			v, _ := s.db.Get(name)
			t.db.Set(name, v)
		case "hash":
			fields, _ := s.db.HKeys(name)
			for _, f := range fields {
				t.db.HSet(name, f, s.db.HGet(name, f))
			}
		case "list":
			list, _ := s.db.List(name)
			t.db.Push(name, list...)
		case "set":
			members, _ := s.db.Members(name)
			t.db.SetAdd(name, members...)
		case "zset":
			members, _ := s.db.ZMembers(name)
			for _, member := range members {
				score, _ := s.db.ZScore(name, member)
				t.db.ZAdd(name, score, member)
			}
		}
	}
}
