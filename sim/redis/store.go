package redis

import (
	"bufio"
	"fmt"
	"slices"
	"strconv"
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

// value reads what stands under a name.
func (s *store) value(name string) value {
	v := value{kind: s.db.Type(name)}
	switch v.kind {
	case "string":
		v.text, _ = s.db.Get(name)
	case "hash":
		fields, _ := s.db.HKeys(name)
		v.parts = make([]string, 0, 2*len(fields))
		for _, f := range fields {
			v.parts = append(v.parts, f, s.db.HGet(name, f))
		}
	case "list":
		list, _ := s.db.List(name)
		v.parts = slices.Clone(list) // it is the list itself, and may change
	case "set":
		v.parts, _ = s.db.Members(name)
	case "zset":
		members, _ := s.db.ZMembers(name)
		v.parts = make([]string, 0, 2*len(members))
		for _, m := range members {
			score, _ := s.db.ZScore(name, m)
			v.parts = append(v.parts, m, strconv.FormatFloat(score, 'g', -1, 64))
		}
	}
	return v
}

// load stores a value, whatever was there before.
func (s *store) load(name string, v value) {
	if v.kind == "string" {
		s.put(name, v.text)
		return
	}
	s.db.Del(name)
	switch v.kind {
	case "hash":
		s.db.HSet(name, v.parts...)
	case "list":
		s.db.Push(name, v.parts...)
	case "set":
		s.db.SetAdd(name, v.parts...)
	case "zset":
		for m := range slices.Chunk(v.parts, 2) {
			score, _ := strconv.ParseFloat(m[1], 64) // reads back exactly what value wrote
			s.db.ZAdd(name, score, m[0])
		}
	}
}
