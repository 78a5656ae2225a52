package live

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"testing"
	"time"

	"lockstep/server/real"
	"lockstep/server/real/realtest"
	"lockstep/sim/lock"
	"lockstep/sim/trace"
)

// serve answers every line that comes on a loopback port, and returns its address.
func serve(t *testing.T, answer string) string {
	t.Helper()
	return listen(t, func(conn net.Conn) {
		in := bufio.NewReader(conn)
		for {
			if _, err := in.ReadString('\n'); err != nil {
				return
			}
			switch answer {
			case "":
			case "bye":
				conn.Close()
			default:
				io.WriteString(conn, answer)
			}
		}
	})
}

// closed is an address at which nobody listens.
func closed(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

func openError(t *testing.T, c Config) string {
	t.Helper()
	c.Resource, c.Clients = stock, []Client{{"A", options(trace.LockRedlock), job(0)}}
	if len(c.Redis) == 1 || len(c.Sentinels) > 0 {
		c.Clients[0].Lock = options(trace.LockToken)
	}
	if c.Patience == 0 {
		c.Patience = limit
	}
	s, err := Open(t.Context(), c)
	if err == nil {
		s.Close()
		t.Fatal("no error")
	}
	settled(t)
	return err.Error()
}

// Each server that cannot be asked for locks is named, with what is wrong with it.
func TestUnfitServers(t *testing.T) {
	good := realtest.Server(t, real.Settings{}).Addr()
	secret := realtest.Server(t, real.Settings{Config: []string{"requirepass", "open-sesame"}}).Addr()
	cluster := realtest.Server(t, real.Settings{Config: []string{"cluster-enabled", "yes"}}).Addr()
	host, port, _ := net.SplitHostPort(good)
	replica := realtest.Server(t, real.Settings{Config: []string{"replicaof", host + " " + port}}).Addr()
	watcher := realtest.Sentinel(t, real.Watch{Name: "other", Primary: good, Quorum: 1, DownAfter: time.Minute}, real.Settings{}).Addr()
	nobody := closed(t)
	for _, c := range []struct {
		name   string
		config Config
		want   string
	}{
		{"refused", Config{Redis: []string{nobody}}, "n1 (" + nobody + ") refuses connections: nobody listens there"},
		{"no such name", Config{Redis: []string{"nowhere.invalid:6379"}}, "n1 (nowhere.invalid:6379) cannot be found: there is no machine called nowhere.invalid, or nobody here knows it"},
		{"no address", Config{Redis: []string{"localhost"}}, "n1 (localhost) is no address: want host:port"},
		{"silent", Config{Redis: []string{serve(t, "")}, Patience: 50 * time.Millisecond}, "takes connections and does not answer in time"},
		{"another protocol", Config{Redis: []string{serve(t, "HTTP/1.1 400 Bad Request\r\n")}}, "does not speak Redis's protocol"},
		{"hangs up", Config{Redis: []string{serve(t, "bye")}}, "closes the connection without an answer; perhaps it wants TLS, as rediss:// says"},
		{"loading", Config{Redis: []string{serve(t, "-LOADING Redis is loading the dataset in memory\r\n")}}, "is loading its data yet"},
		{"no password", Config{Redis: []string{secret}}, "wants a password"},
		{"wrong password", Config{Redis: []string{secret}, Login: Login{Password: "guess"}}, "does not accept that user name and password"},
		{"cluster", Config{Redis: []string{cluster}}, "runs in cluster mode, where keys move between servers (it would answer MOVED); locks want servers that know nothing of each other"},
		{"replica", Config{Redis: []string{replica}}, "is a replica of " + host + ":" + port + " and takes no writes (it would answer READONLY); name its primary"},
		{"sentinel", Config{Redis: []string{watcher}}, "is a sentinel, and holds no keys: sentinels are given as such"},
		{"no sentinel", Config{Sentinels: []string{good}}, "s1 (" + good + ") is no sentinel, but a Redis server"},
		{"watches another", Config{Sentinels: []string{watcher}}, "s1 (" + watcher + ") watches no primary called mymaster"},
		{"no majority", Config{Redis: []string{good, nobody, nobody}}, "n2 (" + nobody + ") refuses connections: nobody listens there\nn3 (" + nobody + ") refuses connections: nobody listens there"},
		{"a majority, and one that is set up wrongly", Config{Redis: []string{good, good, watcher}}, "n3 (" + watcher + ") is a sentinel"},
		{"none", Config{}, "no servers are given"},
		{"both", Config{Redis: []string{good}, Sentinels: []string{watcher}}, "both Redis servers and sentinels are given"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := openError(t, c.config)
			if !strings.Contains(got, c.want) {
				t.Errorf("%s\nwant it to say\n%s", got, c.want)
			}
			if strings.Contains(got, "guess") {
				t.Errorf("the password is told: %s", got)
			}
		})
	}
}

// A majority is enough to begin, and a password opens what wants one.
func TestOpensWithAMajority(t *testing.T) {
	settings := real.Settings{Config: []string{"requirepass", "open-sesame"}}
	servers := realtest.Cluster(t, 2, settings)
	var warnings []string
	g := open(t, Config{
		Redis: append(addrsOf(servers), closed(t)), Login: Login{Password: "open-sesame"},
		Clients: []Client{{"A", options(trace.LockRedlock), job(0)}},
		Warn:    func(text string) { warnings = append(warnings, text) },
	})
	g.Start("A")
	g.Wait()
	if r := g.Close(); len(r.Removed)+len(r.Left) > 0 || r.Verdict != trace.VerdictOK {
		t.Errorf("%+v", r)
	}
	if len(warnings) != 1 || !strings.HasPrefix(warnings[0], "n3 (") || !strings.Contains(warnings[0], "refuses connections") {
		t.Errorf("warns %q", warnings)
	}
	if g.has(of(trace.Hold, "A")) != 1 {
		t.Errorf("A had no lock:\n%s", lines(g.told()))
	}
	if strings.Contains(lines(g.told()), "sesame") {
		t.Error("the password is told")
	}
}

// One server under two names has one vote, which is told; it refuses itself.
func TestOneServerTwice(t *testing.T) {
	addr := realtest.Server(t, real.Settings{}).Addr()
	_, port, _ := net.SplitHostPort(addr)
	var warnings []string
	g := open(t, Config{
		Redis:   []string{addr, net.JoinHostPort("localhost", port)},
		Clients: []Client{{"A", options(trace.LockRedlock, func(o *lock.Options) { o.Retries = 0 }), job(0)}},
		Warn:    func(text string) { warnings = append(warnings, text) },
	})
	g.Start("A")
	g.Wait()
	g.Close()
	if len(warnings) != 1 || !strings.Contains(warnings[0], "are one server: it has one vote") {
		t.Errorf("warns %q", warnings)
	}
	if g.has(of(trace.Hold, "A")) != 0 {
		t.Errorf("A had a lock by two votes of one server:\n%s", lines(g.told()))
	}
}

// What Redis of old does not know is found out before anybody locks.
func TestDelExIsMissing(t *testing.T) {
	addr := realtest.Server(t, real.Settings{}).Addr()
	if got := realtest.Dial(t, addr).Ask("COMMAND INFO DELEX"); got != "[(nil)]" {
		t.Skipf("this Redis knows DELEX: %s", got)
	}
	o := options(trace.LockToken, func(o *lock.Options) { o.ReleaseBy = lock.ByDelEx })
	_, err := Open(t.Context(), Config{Redis: []string{addr}, Resource: stock, Clients: []Client{{"A", o, job(0)}}})
	if err == nil || !strings.Contains(err.Error(), "does not know DELEX, which came with 8.4; release by script") {
		t.Errorf("opens with %v", err)
	}
}

func TestNoConsensusService(t *testing.T) {
	for _, o := range []lock.Options{lock.Defaults(trace.LockConsensus), lock.Defaults(trace.LockFencing)} {
		_, err := Open(t.Context(), Config{Redis: []string{"127.0.0.1:1"}, Resource: stock, Clients: []Client{{"A", o, job(0)}}})
		if err == nil || !strings.Contains(err.Error(), "no consensus service") {
			t.Errorf("%s opens with %v", o.Kind, err)
		}
	}
}

// Who may not run scripts is told so before anything is locked.
func TestScriptsAreForbidden(t *testing.T) {
	for _, rules := range []string{"+@all -eval", "+@all -@scripting", "+@all -get", "+@all resetkeys ~other:*"} {
		t.Run(rules, func(t *testing.T) {
			p := realtest.Server(t, real.Settings{})
			c := realtest.Dial(t, p.Addr())
			if got := c.Ask("ACL SETUSER warehouse on nopass ~* " + rules); got != "OK" {
				t.Fatal(got)
			}
			for _, kind := range []string{trace.LockToken, trace.LockReentrant} {
				if rules == "+@all -get" && kind == trace.LockReentrant {
					continue // which asks for no such thing
				}
				s, err := Open(t.Context(), Config{
					Redis: []string{p.Addr()}, Resource: stock, Login: Login{"warehouse", "any"},
					Clients: []Client{{"A", options(kind), job(0)}},
				})
				if err == nil {
					s.Close()
				}
				if want := "n1 (" + p.Addr() + ") does not run the script that removes a key if it is one's own (EVAL, on " + key + "), and without that keys would stay locked: "; err == nil || !strings.HasPrefix(err.Error(), want) {
					t.Errorf("%s: %v, want %s", kind, err, want)
				}
			}
			if got := c.Ask("KEYS *"); got != "[]" {
				t.Errorf("it leaves %s", got)
			}
		})
	}
}

// With sentinels the nodes are learned: the primary is n1, and the lock is there, on its
// replica before anybody works.
func TestSentinel(t *testing.T) {
	primary := realtest.Server(t, real.Settings{})
	host, port, _ := net.SplitHostPort(primary.Addr())
	replica := realtest.Server(t, real.Settings{Config: []string{"replicaof", host + " " + port}})
	realtest.Dial(t, replica.Addr()).Await("INFO replication", "master_link_status:up")
	watcher := realtest.Sentinel(t, real.Watch{Name: "mymaster", Primary: primary.Addr(), Quorum: 1, DownAfter: time.Minute}, real.Settings{})
	realtest.Dial(t, watcher.Addr()).Await("SENTINEL replicas mymaster", "ip")
	o := options(trace.LockToken, func(o *lock.Options) { o.Wait = lock.Copies{Replicas: 1, Timeout: 10 * trace.Second} })
	g := open(t, Config{Sentinels: []string{watcher.Addr()}, Clients: []Client{{"A", o, job(0)}, {"B", options(trace.LockToken), job(0)}}})
	want := []Server{{"n1", primary.Addr(), trace.RolePrimary}, {"n2", replica.Addr(), trace.RoleReplica}, {"s1", watcher.Addr(), trace.RoleSentinel}}
	if got := g.Servers(); !slices.Equal(got, want) {
		t.Fatalf("there are %v, want %v", got, want)
	}
	g.Start("A")
	g.await("A's end", phase("A", trace.PhaseDone))
	g.Start("B")
	g.Wait()
	if r := g.Close(); len(r.Left)+len(r.Removed) > 0 || r.Verdict != trace.VerdictOK {
		t.Errorf("%+v", r)
	}
	settled(t)
	if got := g.await("where the primary is", func(e *trace.Event) bool { return e.Kind == trace.Exec && e.Purpose == trace.ToLocate }); got.Reply != `"n1"` {
		t.Errorf("the sentinel answers %s, want \"n1\"", got.Reply)
	}
	if got := g.await("the count of copies", func(e *trace.Event) bool { return e.Kind == trace.Exec && e.Purpose == trace.ToConfirm }); got.Reply != "(integer) 1" {
		t.Errorf("WAIT answers %s: it must be on the connection that has written", got.Reply)
	}
	if g.Named(replica.Addr()) != "n2" {
		t.Errorf("the replica is called %s", g.Named(replica.Addr()))
	}
	for _, who := range []string{"A", "B"} {
		if g.has(of(trace.Hold, who)) != 1 {
			t.Errorf("%s had no lock:\n%s", who, lines(g.told()))
		}
	}
}

// A node is known by whatever name the sentinels give it, and one that comes later is
// told of.
func TestNamed(t *testing.T) {
	p := realtest.Server(t, real.Settings{})
	_, port, _ := net.SplitHostPort(p.Addr())
	var g *stage
	var warnings []string
	g = open(t, Config{
		Redis:   []string{net.JoinHostPort("localhost", port)},
		Clients: []Client{{"A", options(trace.LockToken), job(0)}},
		Warn: func(text string) {
			warnings = append(warnings, text)
			g.Servers() // to be told of something is no reason not to ask
		},
	})
	named := func(addr string) string {
		id, err := g.find(addr)
		if err != nil {
			return err.Error()
		}
		return string(id)
	}
	other := closed(t)
	_, otherPort, _ := net.SplitHostPort(other)
	for _, c := range []struct{ addr, want string }{
		{net.JoinHostPort("localhost", port), "n1"},
		{net.JoinHostPort("127.0.0.1", port), "n1"},
		{other, "n2"},
		{other, "n2"},
		{net.JoinHostPort("localhost", otherPort), "n2"},
		{net.JoinHostPort("localhost", otherPort), "n2"},
		{"nowhere.invalid:6379", "nowhere.invalid:6379 cannot be found: there is no machine called nowhere.invalid, or nobody here knows it"},
	} {
		if got := named(c.addr); got != c.want {
			t.Errorf("%s is called %s, want %s", c.addr, got, c.want)
		}
	}
	for i := 3; i <= mostNodes; i++ {
		if got, want := named(fmt.Sprintf("127.0.0.2:%d", i)), fmt.Sprintf("n%d", i); got != want {
			t.Errorf("one is called %s, want %s", got, want)
		}
	}
	warnings = slices.Delete(warnings, 1, len(warnings)) // of those
	for _, addr := range []string{"127.0.0.3:1", "127.0.0.3:2"} {
		if got, want := named(addr), addr+" is one node too many: a session takes 32"; got != want {
			t.Errorf("one is called %s, want %s", got, want)
		}
	}
	want := []string{
		"n2 (" + other + ") was not there at the start",
		"127.0.0.3:1 is one node too many: a session takes 32; it is not asked, nor are others that come",
	}
	if !slices.Equal(warnings, want) {
		t.Errorf("warns %q, want %q", warnings, want)
	}
}

// Whatever a sentinel says that is no address of a node is an error for the algorithm.
func TestLocated(t *testing.T) {
	s := &Session{life: t.Context()}
	sentinel := s.newNode("s1", trace.RoleSentinel, "", "")
	for _, c := range []struct{ name, wire, want string }{
		{"an address", "*2\r\n$9\r\n127.0.0.1\r\n$4\r\n6379\r\n", `"n1"`},
		{"no such primary", "*-1\r\n", "(nil)"},
		{"an error", "-ERR no\r\n", "(error) ERR no"},
		{"a status", "+HELLO\r\n", "(error) ERR [] is no address: want a host and a port"},
		{"a name", "$2\r\nn1\r\n", "(error) ERR [] is no address: want a host and a port"},
		{"a number", ":7\r\n", "(error) ERR [] is no address: want a host and a port"},
		{"three parts", "*3\r\n$1\r\na\r\n$1\r\nb\r\n$1\r\nc\r\n", `(error) ERR ["a" "b" "c"] is no address: want a host and a port`},
		{"no port", "*2\r\n$1\r\na\r\n$1\r\n0\r\n", `(error) ERR ["a" "0"] is no address: want a host and a port`},
		{"a port that is none", "*2\r\n$1\r\na\r\n$3\r\n\x1bc0\r\n", `(error) ERR ["a" "\x1bc0"] is no address: want a host and a port`},
		{"no host", "*2\r\n$0\r\n\r\n$1\r\n1\r\n", `(error) ERR ["" "1"] is no address: want a host and a port`},
		{"arrays in it", "*2\r\n*0\r\n$1\r\n1\r\n", `(error) ERR ["1"] is no address: want a host and a port`},
		{"no reply", "what\r\n", "(error) ERR an answer that is none: what  "},
	} {
		if got := sentinel.words([]byte(c.wire)); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}
