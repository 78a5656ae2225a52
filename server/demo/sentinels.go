package demo

import (
	"context"
	"fmt"
	"net"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/redis/go-redis/v9"

	"lockstep/server/live"
	"lockstep/sim/trace"
)

// watch tells what sentinels find, in the simulator's events. Each of them publishes
// what it does, under channels such as +sdown; the payload begins with which instance
// that is about (Redis documentation, "High availability with Redis Sentinel", on
// Pub/Sub messages).
type watch struct {
	session  *live.Session
	sentries []*sentry
	running  sync.WaitGroup

	mu       sync.Mutex
	promoted trace.NodeID // the replica that became the primary
	gaveUp   error        // a failover that was begun came to nothing, and why
}

// sentry is one sentinel that is listened to.
type sentry struct {
	*conn
	w      *watch
	name   trace.NodeID
	addr   string
	id     string // by which others know it
	sub    *redis.PubSub
	votes  []string       // who elected it
	doubts []trace.NodeID // nodes that it takes for down; guarded by the watch
}

// listen begins to listen to the sentinels, which the session calls s1, s2 and so on.
// Close ends it.
func listen(ctx context.Context, session *live.Session, stage *stage) (_ *watch, err error) {
	w := &watch{session: session}
	defer func() {
		if err != nil {
			w.close()
		}
	}()
	for i, p := range stage.sentinels {
		s := &sentry{conn: stage.dial(p), w: w, name: trace.NodeID("s" + strconv.Itoa(i+1)), addr: p.Addr()}
		id := redis.NewStringCmd(ctx, "SENTINEL", "MYID")
		if err := s.sentinel.Process(ctx, id); err != nil {
			return nil, fmt.Errorf("ask sentinel %s who it is: %w", s.name, err)
		}
		s.id = id.Val()
		w.sentries = append(w.sentries, s)
	}
	for _, s := range w.sentries {
		s.sub = s.sentinel.PSubscribe(ctx, "*")
		if _, err := s.sub.Receive(ctx); err != nil { // the answer: from now on it is told
			return nil, fmt.Errorf("listen to sentinel %s: %w", s.name, err)
		}
		w.running.Go(func() {
			for m := range s.sub.Channel() {
				s.hear(ctx, m.Channel, strings.Fields(m.Payload))
			}
		})
	}
	return w, nil
}

func (w *watch) close() {
	for _, s := range w.sentries {
		if s.sub != nil {
			s.sub.Close()
		}
	}
	w.running.Wait()
}

// hear takes one message.
func (s *sentry) hear(ctx context.Context, channel string, about []string) {
	node, known := s.node(about)
	switch channel {
	case "+sdown", "-sdown":
		// To a sentinel the old primary becomes a new instance, its replica, that it
		// finds down anew. The node is the same.
		if over := channel == "-sdown"; known && s.doubt(node, over) {
			s.w.session.Tell(trace.Event{Kind: trace.SDown, Who: string(s.name), Node: node, OK: over})
		}
	case "+odown":
		agreed := s.agreeing(ctx, func(other map[string]string) bool {
			return strings.Contains(other["flags"], "master_down")
		})
		agreed = s.w.fill(agreed, quorum(about), node)
		s.w.session.Tell(trace.Event{Kind: trace.ODown, Who: string(s.name), Node: node, Votes: agreed})
	case "+elected-leader":
		s.votes = s.agreeing(ctx, func(other map[string]string) bool { return other["voted-leader"] == s.id })
	case "+promoted-slave":
		s.promoted(node, about)
	default:
		if strings.HasPrefix(channel, "-failover-abort-") {
			s.w.giveUp(fmt.Errorf("sentinel %s gave a failover up: %s", s.name, channel))
		}
	}
}

// doubt takes note that the sentinel takes a node for down, or does no longer; and tells
// whether that is new.
func (s *sentry) doubt(node trace.NodeID, over bool) bool {
	s.w.mu.Lock()
	defer s.w.mu.Unlock()
	doubted := slices.Contains(s.doubts, node)
	switch {
	case doubted != over:
		return false
	case over:
		s.doubts = slices.DeleteFunc(s.doubts, func(n trace.NodeID) bool { return n == node })
	default:
		s.doubts = append(s.doubts, node)
	}
	return true
}

// quorum reads how many a sentinel found agreed: #quorum 2/2 is two, of two that it
// takes.
func quorum(about []string) int {
	if len(about) == 0 {
		return 0
	}
	count, _, _ := strings.Cut(about[len(about)-1], "/")
	n, _ := strconv.Atoi(count)
	return n
}

// fill adds to the sentinels that were found agreed, if they are fewer than were
// counted: asked too late, a sentinel has forgotten who they were. They are of those
// that take the node for down.
func (w *watch) fill(agreed []string, counted int, node trace.NodeID) []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, s := range w.sentries {
		if name := string(s.name); len(agreed) < counted && slices.Contains(s.doubts, node) && !slices.Contains(agreed, name) {
			agreed = append(agreed, name)
		}
	}
	slices.Sort(agreed)
	return agreed
}

// promoted takes note of a replica that obeyed. The message ends with @ and the
// primary that it had: a name, an address and a port.
func (s *sentry) promoted(node trace.NodeID, about []string) {
	e := trace.Event{Kind: trace.Promote, Who: string(s.name), Node: node, Votes: s.votes}
	if n := len(about); n > 3 {
		e.From = string(s.w.session.Named(net.JoinHostPort(about[n-2], about[n-1])))
	}
	s.w.session.Tell(e)
	s.w.mu.Lock()
	defer s.w.mu.Unlock()
	s.w.promoted = node
}

// node reads which Redis node a message is about: its role, its name, its address.
func (s *sentry) node(about []string) (id trace.NodeID, known bool) {
	if len(about) < 4 || about[0] != "master" && about[0] != "slave" {
		return "", false
	}
	return s.w.session.Named(net.JoinHostPort(about[2], about[3])), true
}

// agreeing asks the sentinel what it knows of the others, and lists itself and those
// of whom that is so.
func (s *sentry) agreeing(ctx context.Context, so func(other map[string]string) bool) []string {
	names := []string{string(s.name)}
	others, _ := s.sentinel.Sentinels(ctx, service).Result() // of one that is gone nobody knows
	for _, other := range others {
		i := slices.IndexFunc(s.w.sentries, func(x *sentry) bool { return x.addr == net.JoinHostPort(other["ip"], other["port"]) })
		if i >= 0 && so(other) {
			names = append(names, string(s.w.sentries[i].name))
		}
	}
	slices.Sort(names)
	return names
}

// hurry has the sentinels try a failover again soon, if it comes to nothing.
func (w *watch) hurry(ctx context.Context) error {
	for _, s := range w.sentries {
		err := s.sentinel.Set(ctx, service, "failover-timeout", strconv.FormatInt(secondTry.Milliseconds(), 10)).Err()
		if err != nil {
			return fmt.Errorf("set the failover-timeout of sentinel %s: %w", s.name, err)
		}
	}
	return nil
}

func (w *watch) giveUp(err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.promoted == "" {
		w.gaveUp = err
	}
}

// outcome is who was promoted, and why nobody was at the last try.
func (w *watch) outcome() (promoted trace.NodeID, gaveUp error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.promoted, w.gaveUp
}
