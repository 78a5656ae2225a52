package live

import (
	"fmt"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/go-redsync/redsync/v4"
	"github.com/go-redsync/redsync/v4/redis"
	"github.com/go-redsync/redsync/v4/redis/goredis/v9"
	goredislib "github.com/redis/go-redis/v9"

	"lockstep/server/real"
	"lockstep/server/real/realtest"
	"lockstep/sim/lock"
	"lockstep/sim/resource"
	"lockstep/sim/trace"
)

// BenchmarkLock locks and unlocks on five real servers: a session that nobody listens
// to, and one whose every event is told; redsync as it comes; and the floor. Every
// goroutine has a key of its own. They take turns, so that whatever else the machine
// does befalls them alike. live/floor and the like are throughputs: 0.8 is a quarter
// slower.
func BenchmarkLock(b *testing.B) {
	var addrs []string
	for _, p := range realtest.Cluster(b, 5, real.Settings{}) {
		addrs = append(addrs, p.Addr())
	}
	for _, goroutines := range []int{1, 8, 64} {
		b.Run(strconv.Itoa(goroutines), func(b *testing.B) {
			f := newFloor(b, addrs)
			mutexes := newRedsync(b, addrs)
			silent := newBenchSession(b, addrs, goroutines, nil)
			events := 0
			told := newBenchSession(b, addrs, goroutines, func(*trace.Event) { events++ })
			subjects := []*subject{
				{name: "floor", turn: func(who, turn int) { f.lockAndUnlock(b, who, turn) }},
				{name: "redsync", turn: func(who, _ int) { mutexes.lockAndUnlock(b, who) }},
				{name: "live", all: silent.lockAndUnlock},
				{name: "told", all: told.lockAndUnlock},
			}
			compare(b, goroutines, subjects)
			per := func(i int) float64 { return float64(subjects[i].took) / float64(subjects[i].turns) }
			for i, s := range subjects {
				b.ReportMetric(per(i), s.name+"-ns/op")
			}
			b.ReportMetric(per(0)/per(2), "live/floor")
			b.ReportMetric(per(1)/per(2), "live/redsync")
			b.ReportMetric(per(0)/per(3), "told/floor")
			b.ReportMetric(per(1)/per(3), "told/redsync")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// subject is what is measured: a turn of one goroutine, or all turns of all of them.
type subject struct {
	name string
	turn func(who, turn int)
	all  func(turns int)

	turns int
	took  time.Duration
}

// compare gives each subject b.N turns, some of each by turns.
func compare(b *testing.B, goroutines int, subjects []*subject) {
	const each = 32 // turns of a goroutine in one go
	for done := 0; done < b.N; done += goroutines * each {
		for i := range subjects {
			s := subjects[(i+done)%len(subjects)]
			start := time.Now()
			if s.all != nil {
				s.all(each)
			} else {
				var wg sync.WaitGroup
				for who := range goroutines {
					wg.Go(func() {
						for turn := range each {
							s.turn(who, done+turn)
						}
					})
				}
				wg.Wait()
			}
			s.took += time.Since(start)
			s.turns += goroutines * each
		}
	}
}

// mutexes are redsync's, with its own defaults.
type mutexes struct{ *redsync.Redsync }

func newRedsync(b *testing.B, addrs []string) mutexes {
	var pools []redis.Pool
	for _, addr := range addrs {
		client := goredislib.NewClient(&goredislib.Options{Addr: addr})
		b.Cleanup(func() { client.Close() })
		pools = append(pools, goredis.NewPool(client))
	}
	return mutexes{redsync.New(pools...)}
}

func (m mutexes) lockAndUnlock(b *testing.B, who int) {
	mutex := m.NewMutex("redsync:" + strconv.Itoa(who))
	if err := mutex.Lock(); err != nil {
		b.Error(err)
	}
	if ok, err := mutex.Unlock(); !ok || err != nil {
		b.Errorf("unlock: %v %v", ok, err)
	}
}

// benchSession is a session whose clients lock and unlock for ever. No rule is
// checked: a checker remembers all that was ever held.
type benchSession struct {
	*Session
	b     *testing.B
	turns int
}

func newBenchSession(b *testing.B, addrs []string, goroutines int, tell func(*trace.Event)) *benchSession {
	s := &benchSession{b: b}
	c := Config{
		Redis: addrs, Resource: resource.Config{ID: "stock-7", Kind: resource.Stock}, Tell: tell, unchecked: true,
	}
	for i := range goroutines {
		o := lock.Defaults(trace.LockRedlock)
		o.NodeTimeout = trace.Second // an attempt that fails on a busy machine would wait for another
		o.Key = fmt.Sprintf("live:%t:%d", tell == nil, i)
		c.Clients = append(c.Clients, Client{ID: trace.ClientID("C" + strconv.Itoa(i)), Lock: o})
	}
	var err error
	if s.Session, err = Open(b.Context(), c); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if r := s.Close(); len(r.Left)+len(r.Removed) > 0 {
			b.Errorf("keys stayed behind: %+v", r)
		}
	})
	return s
}

func (s *benchSession) lockAndUnlock(turns int) {
	for _, p := range s.clients {
		p.turn.Lock()
		p.begin("", func(e lock.Env) {
			for range turns {
				lock.Do(e, p.client.Lock, lock.Job{})
			}
		})
		p.turn.Unlock()
	}
	s.Wait()
	s.turns += turns
	for _, p := range s.clients {
		if got := p.records[""].attempt; got != s.turns {
			s.b.Errorf("%s asked %d times for the lock, want %d", p.client.ID, got, s.turns)
		}
	}
}
