package live

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"slices"
	"strings"
	"sync"

	"github.com/redis/go-redis/v9"

	"lockstep/sim/lock"
	"lockstep/sim/trace"
)

// connect makes the session's servers, checks each, and gives the clients those that
// they ask.
func (s *Session) connect(ctx context.Context) error {
	var sentinels []*node
	for i, addr := range s.config.Sentinels {
		sentinels = append(sentinels, s.newNode(numbered("s", i), trace.RoleSentinel, addr, ""))
	}
	var nodes []*node
	for i, addr := range s.config.Redis {
		nodes = append(nodes, s.newNode(numbered("n", i), trace.RoleMaster, addr, ""))
	}
	s.roster.list = append(slices.Clone(nodes), sentinels...)
	var found findings
	if len(sentinels) > 0 {
		found = s.examine(ctx, sentinels)
		var err error
		if nodes, err = s.learn(ctx, sentinels, found); err != nil {
			return err
		}
	}
	s.roster.list = append(slices.Clone(nodes), sentinels...)
	found = append(s.examine(ctx, nodes), found...)
	if err := s.assign(nodes, sentinels); err != nil {
		return err
	}
	return s.judge(found)
}

// newNode is a server; its address is looked up later unless it is given.
func (s *Session) newNode(id trace.NodeID, role, given, addr string) *node {
	n := &node{s: s, id: id, role: role, given: given, addr: addr, own: make(map[*process]*pipe)}
	if s.config.TLS != nil {
		n.tls = s.config.TLS.Clone()
		if host, _, err := net.SplitHostPort(given); err == nil && n.tls.ServerName == "" {
			n.tls.ServerName = host
		}
	}
	return n
}

// assign gives the clients the nodes that they ask, where they do not say so themselves.
func (s *Session) assign(nodes, sentinels []*node) error {
	for i := range s.config.Clients {
		o := &s.config.Clients[i].Lock
		if len(sentinels) > 0 && o.Kind != trace.LockRedlock {
			o.Sentinels = idsOf(sentinels)
		}
		if len(o.Nodes) == 0 {
			if o.Nodes = idsOf(nodes); o.Kind != trace.LockRedlock {
				o.Nodes = o.Nodes[:1]
			}
		}
		for _, id := range o.Nodes {
			if s.roster.named(id) == nil {
				return fmt.Errorf("client %s asks %s, and there are %d servers, called n1 and so on", s.config.Clients[i].ID, id, len(nodes))
			}
		}
		if copies := len(nodes) - 1; len(sentinels) > 0 && o.Wait.Replicas > copies {
			s.warn(fmt.Sprintf("client %s takes no lock that fewer than %d replicas have, and there are %d", s.config.Clients[i].ID, o.Wait.Replicas, copies))
		}
	}
	return nil
}

func idsOf(nodes []*node) (ids []trace.NodeID) {
	for _, n := range nodes {
		ids = append(ids, n.id)
	}
	return ids
}

// finding is something that is wrong with a server.
type finding struct {
	n       *node
	text    string
	absence bool // it cannot be asked now, and perhaps later
}

type findings []finding

// of returns what was found out about a server, or nothing.
func (f findings) of(n *node) string {
	for _, x := range f {
		if x.n == n {
			return x.text
		}
	}
	return ""
}

// String names a server as errors do.
func (n *node) String() string { return string(n.id) + " (" + n.given + ")" }

// examine looks at servers, all at once, and connects to those that are right.
func (s *Session) examine(ctx context.Context, nodes []*node) (found findings) {
	ctx, cancel := context.WithTimeout(ctx, s.patience())
	defer cancel()
	list := make([]finding, len(nodes))
	var all sync.WaitGroup
	for i, n := range nodes {
		all.Go(func() {
			list[i] = s.examineOne(ctx, n)
			list[i].n = n
		})
	}
	all.Wait()
	for _, f := range list {
		if f.text != "" {
			found = append(found, f)
		}
	}
	return found
}

// examineOne connects to a server and looks whether it can be asked for locks. The
// connection stays, so that the first lock need not wait for one.
func (s *Session) examineOne(ctx context.Context, n *node) finding {
	if n.addr == "" {
		addr, err := resolve(ctx, n.given)
		if err != nil {
			return finding{text: err.Error()}
		}
		n.addr = addr
	}
	c, err := n.login(ctx)
	if err != nil {
		return finding{text: cmp.Or(wordsFor(err), shown(err.Error())), absence: isAbsence(err)}
	}
	text, err := c.Do(ctx, "INFO").Text()
	if err = n.discreet(err); err != nil {
		c.close()
		return finding{text: cmp.Or(wordsFor(err), "answers INFO with "+shown(err.Error())), absence: isAbsence(err)}
	}
	n.info = parseInfo(text)
	if wrong := cmp.Or(n.unfit(), s.lacks(ctx, n, c.Client)); wrong != "" {
		c.close()
		return finding{text: wrong}
	}
	n.persistence(ctx, c.Client)
	n.line(nil).use(c.wire, c.close)
	return finding{}
}

// resolve makes an address of which the host is an IP literal.
func resolve(ctx context.Context, given string) (string, error) {
	host, port, err := net.SplitHostPort(given)
	if err != nil {
		return "", errors.New("is no address: want host:port")
	}
	ips, err := net.DefaultResolver.LookupNetIP(ctx, "ip", host)
	if err != nil || len(ips) == 0 {
		return "", fmt.Errorf("cannot be found: there is no machine called %s, or nobody here knows it", host)
	}
	// A server that listens on one sort of address alone mostly does so on the older.
	slices.SortStableFunc(ips, func(a, b netip.Addr) int { return cmp.Compare(a.Unmap().BitLen(), b.Unmap().BitLen()) })
	return net.JoinHostPort(ips[0].Unmap().String(), port), nil
}

// unfit says why a server that answers cannot be asked for locks.
func (n *node) unfit() string {
	mode := n.info["redis_mode"]
	switch {
	case n.role == trace.RoleSentinel && mode != "sentinel":
		return "is no sentinel, but a Redis server"
	case n.role == trace.RoleSentinel:
	case mode == "sentinel":
		return "is a sentinel, and holds no keys: sentinels are given as such"
	case mode == "cluster":
		return "runs in cluster mode, where keys move between servers (it would answer MOVED); locks want servers that know nothing of each other"
	case n.role == trace.RoleMaster && n.info["role"] == "slave":
		return "is a replica of " + n.info["master_host"] + ":" + n.info["master_port"] + " and takes no writes (it would answer READONLY); name its primary"
	}
	return ""
}

// lacks says what a server does not know that some client will ask of it.
func (s *Session) lacks(ctx context.Context, n *node, client *redis.Client) string {
	if n.role == trace.RoleSentinel {
		return ""
	}
	for i := range s.config.Clients {
		o := &s.config.Clients[i].Lock
		if wrong := n.refusesScript(ctx, client, o); wrong != "" {
			return wrong
		}
		if o.ReleaseBy == lock.ByDelEx {
			if known, err := client.Do(ctx, "COMMAND", "INFO", "DELEX").Slice(); err == nil && (len(known) == 0 || known[0] == nil) {
				return "is Redis " + n.info["redis_version"] + " and does not know DELEX, which came with 8.4; release by script"
			}
		}
	}
	return ""
}

// refusesScript says why a client's key could never be removed again: everybody's is by a
// script at the end, and most kinds of lock let go by one. It is tried with a token that
// nobody has, which changes nothing, where a replica does not copy what it is told.
func (n *node) refusesScript(ctx context.Context, client *redis.Client, o *lock.Options) string {
	if n.info["role"] != "master" {
		return ""
	}
	err := n.discreet(client.Do(ctx, "EVAL", scriptFor(o.Kind), "1", o.Key, "nobody's").Err())
	if err == nil || !isForbidden(err.Error()) {
		return "" // what is under that key may be of another sort now, and gone when it counts
	}
	return "does not run the script that removes a key if it is one's own (EVAL, on " + o.Key + "), and without that keys would stay locked: " + shown(err.Error())
}

// isForbidden knows the errors of a command, or one that a script calls, that a user may
// not run or that the server does not have.
func isForbidden(text string) bool {
	for _, sign := range []string{"NOPERM", "has no permissions", "can't run this command", "can't access", "unknown command"} {
		if strings.Contains(text, sign) {
			return true
		}
	}
	return false
}

// persistence finds out what a crash would leave.
func (n *node) persistence(ctx context.Context, client *redis.Client) {
	if n.info["aof_enabled"] != "1" {
		return
	}
	n.info["fsync"] = trace.FsyncEverySecond
	if list, err := client.Do(ctx, "CONFIG", "GET", "appendfsync").StringSlice(); err == nil && len(list) == 2 && list[1] == "always" {
		n.info["fsync"] = trace.FsyncAlways
	}
}

// introduce is the node as the Start event lists it.
func (n *node) introduce() trace.NodeInfo {
	info := trace.NodeInfo{ID: n.id, Role: n.role, Fsync: n.info["fsync"]}
	if n.role == trace.RoleReplica {
		info.Follows = numbered("n", 0)
	}
	return info
}

func parseInfo(text string) map[string]string {
	info := make(map[string]string)
	for line := range strings.Lines(text) {
		if name, value, ok := strings.Cut(strings.TrimSpace(line), ":"); ok {
			info[name] = value
		}
	}
	return info
}

// judge decides whether the session can go on with what was found.
func (s *Session) judge(found findings) error {
	fatal := false
	for _, f := range found {
		fatal = fatal || !f.absence || !s.spares(f.n, found)
	}
	if fatal {
		return found
	}
	for _, f := range found {
		s.warn(fmt.Sprintf("%v %s; enough others answer, so it goes on without", f.n, f.text))
	}
	s.warnOfTwins()
	return nil
}

// spares tells whether every client can do without a server, and all others that were
// found absent.
func (s *Session) spares(n *node, found findings) bool {
	if n.role == trace.RoleSentinel || n.role == trace.RoleReplica {
		return true // some sentinel has answered
	}
	for i := range s.config.Clients {
		o := &s.config.Clients[i].Lock
		var asked, there []trace.NodeID
		for _, id := range o.Nodes {
			if slices.Contains(asked, id) {
				continue
			}
			asked = append(asked, id)
			if found.of(s.roster.named(id)) == "" {
				there = append(there, id)
			}
		}
		if len(there) < cmp.Or(o.Quorum, len(asked)/2+1) {
			return false
		}
	}
	return true
}

// Error lists what is wrong, a server a line.
func (f findings) Error() string {
	var lines []string
	for _, x := range f {
		lines = append(lines, fmt.Sprintf("%v %s", x.n, x.text))
	}
	return strings.Join(lines, "\n")
}

// warnOfTwins tells of servers that were given twice, perhaps by two names.
func (s *Session) warnOfTwins() {
	nodes := s.roster.all()
	for i, n := range nodes {
		for _, m := range nodes[:i] {
			if id := n.info["run_id"]; id != "" && id == m.info["run_id"] {
				s.warn(fmt.Sprintf("%v and %v are one server: it has one vote, and says no to the second of its names", m, n))
			}
		}
	}
}

func (s *Session) warn(text string) {
	if s.config.Warn != nil {
		s.config.Warn(text)
	}
}
