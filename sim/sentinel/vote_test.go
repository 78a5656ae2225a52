package sentinel

import (
	"slices"
	"strings"
	"testing"

	"lockstep/sim/trace"
)

func never(string, trace.Duration) trace.Duration { return 0 }

// one makes S1 of S1, S2, S3, which watches n1 to n4.
func one(t *testing.T, c Config) *Sentinel {
	t.Helper()
	c.ID, c.Random = "S1", never
	c.Nodes, c.Sentinels = []trace.NodeID{"n1", "n2", "n3", "n4"}, []string{"S1", "S2", "S3"}
	s, err := New(c, 0)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// reply returns the first message to who.
func reply(outs []Out, who string) Message {
	for _, o := range outs {
		if o.Msg != nil && o.To == who {
			return o.Msg
		}
	}
	return nil
}

// One vote an epoch, to who asks first, and none in an epoch that is over.
func TestVotes(t *testing.T) {
	s := one(t, fast)
	for _, tt := range []struct {
		name, from string
		ask        Down
		want       Opinion
		epoch      int64
	}{
		{"who asks for no vote gets none", "S2", Down{"n1", 0, ""}, Opinion{Primary: "n1"}, 0},
		{"first come", "S2", Down{"n1", 1, "S2"}, Opinion{"n1", false, "S2", 1}, 1},
		{"second come", "S3", Down{"n1", 1, "S3"}, Opinion{"n1", false, "S2", 1}, 1},
		{"the same again", "S2", Down{"n1", 1, "S2"}, Opinion{"n1", false, "S2", 1}, 1},
		{"a new epoch", "S3", Down{"n1", 3, "S3"}, Opinion{"n1", false, "S3", 3}, 3},
		{"an epoch that was skipped is over", "S2", Down{"n1", 2, "S2"}, Opinion{"n1", false, "S3", 3}, 3},
		{"an epoch is heard of without a vote", "S2", Down{"n1", 5, ""}, Opinion{Primary: "n1"}, 5},
		{"and the one before it is over too", "S2", Down{"n1", 4, "S2"}, Opinion{"n1", false, "S3", 3}, 5},
		{"about another primary", "S2", Down{"n2", 6, "S2"}, Opinion{Primary: "n2"}, 6},
	} {
		got := reply(s.Receive(0, tt.from, tt.ask), tt.from)
		if got != tt.want || s.disk.epoch != tt.epoch {
			t.Errorf("%s: %+v in epoch %d", tt.name, got, s.disk.epoch)
		}
	}
}

// A vote survives a crash: after it there is still none left to give.
func TestVoteOutlivesCrash(t *testing.T) {
	s := one(t, fast)
	s.Receive(0, "S2", Down{"n1", 1, "S2"})
	s.Restart(trace.Local(trace.Second))
	got := reply(s.Receive(trace.Local(trace.Second), "S3", Down{"n1", 1, "S3"}), "S3")
	if got != (Opinion{"n1", false, "S2", 1}) {
		t.Errorf("%+v", got)
	}
}

// candidate brings s to where it stands in epoch 1: n1 is silent, S2 agrees.
func candidate(t *testing.T, s *Sentinel) trace.Local {
	t.Helper()
	var now trace.Local
	for now = 0; !s.primary().down; now = s.Next() {
		outs := slices.Clone(s.Tick(now))
		for _, o := range outs {
			if ping, ok := o.Msg.(Ping); ok && o.To != "n1" {
				s.Receive(now, o.To, Pong{Number: ping.Number, Follows: "n1", Offset: 7})
			}
		}
	}
	s.Receive(s.now, "S2", Opinion{Primary: "n1", Down: true})
	if s.failover.state != electing || s.failover.epoch != 1 {
		t.Fatalf("it should stand in epoch 1: %+v", s.failover)
	}
	return s.now
}

// What does not elect, and what does.
func TestElection(t *testing.T) {
	for _, tt := range []struct {
		name   string
		from   string
		m      Message
		leads  bool
		stands bool
	}{
		{"a vote for it", "S2", Opinion{"n1", true, "S1", 1}, true, false},
		{"a vote for another", "S2", Opinion{"n1", true, "S3", 1}, false, true},
		{"a vote of an earlier epoch", "S2", Opinion{"n1", true, "S1", 0}, false, true},
		{"about another primary", "S2", Opinion{"n2", true, "S1", 1}, false, true},
		{"from nobody that it knows", "S9", Opinion{"n1", true, "S1", 1}, false, true},
		{"its own vote comes back", "S1", Opinion{"n1", true, "S1", 1}, false, true},
		{"a later epoch ends it", "S2", Down{"n1", 2, "S2"}, false, false},
		{"a newer configuration ends it", "S2", Announcement{2, "n2", 2}, false, false},
		{"an old configuration does not", "S2", Announcement{0, "n2", 0}, false, true},
	} {
		s := one(t, fast)
		now := candidate(t, s)
		s.Receive(now, tt.from, tt.m)
		if leads, stands := s.failover.state == promoting, s.failover.state == electing; leads != tt.leads || stands != tt.stands {
			t.Errorf("%s: %+v", tt.name, s.failover)
		}
	}
}

// Two copies of one vote are one vote.
func TestVoteCountsOnce(t *testing.T) {
	c := fast
	c.Quorum = 3
	s := one(t, c)
	s.disk.epoch, s.disk.vote, s.disk.voteEpoch = 1, "S1", 1
	s.failover = failover{state: electing, epoch: 1, old: "n1", deadline: trace.Local(trace.Minute)}
	for range 2 {
		s.Receive(0, "S2", Opinion{"n1", true, "S1", 1})
	}
	if got := s.votes(); !slices.Equal(got, []string{"S1", "S2"}) || s.failover.state != electing {
		t.Errorf("%q, %+v", got, s.failover)
	}
}

// Who gave its vote away leaves the field to the other for two failover timeouts.
func TestVoterHoldsBack(t *testing.T) {
	s := one(t, fast)
	s.Receive(0, "S2", Down{"n1", 1, "S2"})
	if want := trace.Local(2 * fast.FailoverTimeout); s.retryAt != want {
		t.Errorf("it holds back until %d, want %d", s.retryAt, want)
	}
}

// An opinion counts for five seconds.
func TestOpinionsAge(t *testing.T) {
	s := one(t, fast)
	now := candidate(t, s)
	if !s.odown {
		t.Fatal("objectively down is what it began with")
	}
	s.Tick(now.Add(4999 * trace.Millisecond))
	if !s.odown {
		t.Error("too early")
	}
	if s.Tick(now.Add(5 * trace.Second)); s.odown {
		t.Error("too late")
	}
}

// The replica that is promoted.
func TestSelection(t *testing.T) {
	well := node{known: true, follows: "n1", answered: 0}
	for _, tt := range []struct {
		name       string
		change     func(n2, n3, n4 *node)
		priorities map[trace.NodeID]int
		want       trace.NodeID
	}{
		{"all equal: the smallest run id", func(n2, n3, n4 *node) {}, nil, "n2"},
		{"the largest offset", func(n2, n3, n4 *node) { n4.offset = 1 }, nil, "n4"},
		{"a lower priority before a larger offset", func(n2, n3, n4 *node) { n4.offset = 9 }, map[trace.NodeID]int{"n3": 10}, "n3"},
		{"never priority 0", func(n2, n3, n4 *node) {}, map[trace.NodeID]int{"n2": 0}, "n3"},
		{"not one that is down", func(n2, n3, n4 *node) { n2.down = true }, nil, "n3"},
		{"not one that never answered", func(n2, n3, n4 *node) { n2.known = false }, nil, "n3"},
		{"not one that has been silent for more than five pings", func(n2, n3, n4 *node) { n2.answered, n3.answered = -1, 0 }, nil, "n3"},
		{"none", func(n2, n3, n4 *node) { n2.down, n3.down, n4.down = true, true, true }, nil, ""},
	} {
		s := one(t, Config{DownAfter: trace.Second, Priorities: tt.priorities})
		s.now = trace.Local(5 * trace.Second)
		for _, n := range s.nodes {
			id := n.id
			*n = well
			n.id = id
		}
		tt.change(s.nodes[1], s.nodes[2], s.nodes[3])
		var got trace.NodeID
		if best := s.best(); best != nil {
			got = best.id
		}
		if got != tt.want {
			t.Errorf("%s: %s", tt.name, got)
		}
	}
}

// Only what a replica answers to a ping sent after it was told counts, whatever
// arrives late.
func TestLateAnswerPromotesNobody(t *testing.T) {
	s := one(t, fast)
	now := candidate(t, s)
	if got := reply(s.Receive(now, "S2", Opinion{"n1", true, "S1", 1}), "n2"); got != (ReplicaOf{}) {
		t.Fatalf("n2 is sent %+v", got)
	}
	asked := s.node("n2").pinged
	s.Receive(now, "n2", Pong{Number: asked})
	if s.Primary() != "n1" {
		t.Error("an answer to an earlier ping was believed")
	}
	s.Receive(now, "n3", Pong{Number: asked, Follows: "n1"})
	now = s.pingAt
	s.Tick(now)
	s.Receive(now, "n3", Pong{Number: asked + 1, Follows: "n1"})
	if got := reply(s.Receive(now, "n2", Pong{Number: asked + 1, Follows: "n1"}), "n2"); got != (ReplicaOf{}) {
		t.Errorf("a replica that still follows is told again, not %+v", got)
	}
	now = s.pingAt
	s.Tick(now)
	outs := s.Receive(now, "n2", Pong{Number: asked + 2})
	if s.Primary() != "n2" || reply(outs, "n3") != (ReplicaOf{"n2"}) || reply(outs, "n1") != nil || reply(outs, "S3") != (Announcement{1, "n2", 1}) {
		t.Errorf("%s: %+v", s.Primary(), outs)
	}
}

// Answers to pings of an earlier life, and answers that were overtaken.
func TestOddPongs(t *testing.T) {
	s := one(t, fast)
	s.Tick(0)
	s.Tick(s.Next())
	s.Receive(s.now, "n2", Pong{Number: 9, Follows: "n4"})
	if n := s.node("n2"); n.known || !n.waiting {
		t.Errorf("an answer to a ping that was never sent: %+v", n)
	}
	s.Receive(s.now, "n2", Pong{Number: 2, Follows: "n3"})
	s.Receive(s.now, "n2", Pong{Number: 1, Follows: "n1"})
	if n := s.node("n2"); n.follows != "n3" {
		t.Errorf("an answer that was overtaken: %+v", n)
	}
	if outs := s.Receive(s.now, "n9", Pong{Number: 1}); len(outs) > 0 {
		t.Errorf("an unknown node: %+v", outs)
	}
}

func TestAnswer(t *testing.T) {
	s := one(t, Config{Name: "invoices"})
	for cmd, want := range map[string]string{
		"SENTINEL get-master-addr-by-name invoices": `"n1"`,
		"sentinel GET-MASTER-ADDR-BY-NAME invoices": `"n1"`,
		"SENTINEL get-master-addr-by-name mymaster": "(nil)",
		"SENTINEL masters":                          "(error) ERR the form is SENTINEL get-master-addr-by-name name",
		"PING":                                      "(error) ERR the form is SENTINEL get-master-addr-by-name name",
	} {
		if got := s.Answer(strings.Fields(cmd)); got != want {
			t.Errorf("%s: %s", cmd, got)
		}
	}
}

func TestConfig(t *testing.T) {
	good := Config{ID: "S1", Nodes: []trace.NodeID{"n1"}, Sentinels: []string{"S1", "S2", "S3"}, Random: never}
	s, err := New(good, 0)
	if err != nil {
		t.Fatal(err)
	}
	if c := s.config; c.Quorum != 2 || c.majority() != 2 || c.DownAfter != 30*trace.Second || c.PingEvery != trace.Second || c.FailoverTimeout != 3*trace.Minute || s.config.ID != "S1" {
		t.Errorf("%+v", c)
	}
	quick := good
	quick.DownAfter = 200 * trace.Millisecond
	if s, err = New(quick, 0); err != nil || s.config.PingEvery != 200*trace.Millisecond {
		t.Errorf("%v, %+v", err, s.config)
	}
	for want, spoil := range map[string]func(c *Config){
		"a sentinel needs an id":                                         func(c *Config) { c.ID = "" },
		"sentinel S1 has nothing to watch; it needs a primary":           func(c *Config) { c.Nodes = nil },
		"sentinel S1 has quorum 4; of 3 sentinels 1 to 3 can agree":      func(c *Config) { c.Quorum = 4 },
		"sentinel S1 has quorum -1; of 3 sentinels 1 to 3 can agree":     func(c *Config) { c.Quorum = -1 },
		"sentinel S1 has no source of chance; Config.Random is needed":   func(c *Config) { c.Random = nil },
		"sentinel S1 has a down after of -1s; it must be above 0":        func(c *Config) { c.DownAfter = -trace.Second },
		"sentinel S1 has a failover timeout of -1us; it must be above 0": func(c *Config) { c.FailoverTimeout = -1 },
	} {
		bad := good
		spoil(&bad)
		if _, err := New(bad, 0); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

func TestText(t *testing.T) {
	for _, tt := range []struct {
		m     Message
		step  string
		cmd   string
		reply string
	}{
		{Ping{3}, "ping", "PING", ""},
		{Pong{3, "", 120}, "ping", "", "PONG primary at 120"},
		{Pong{3, "n1", 40}, "ping", "", "PONG replica of n1 at 40"},
		{Down{"n1", 2, ""}, "down?", "SENTINEL IS-MASTER-DOWN-BY-ADDR n1 2 *", ""},
		{Down{"n1", 3, "S1"}, "vote", "SENTINEL IS-MASTER-DOWN-BY-ADDR n1 3 S1", ""},
		{Opinion{"n1", true, "", 0}, "down?", "", `[(integer) 1, "*", (integer) 0]`},
		{Opinion{"n1", false, "S1", 3}, "vote", "", `[(integer) 0, "S1", (integer) 3]`},
		{ReplicaOf{}, "replicaof", "REPLICAOF NO ONE", ""},
		{ReplicaOf{"n2"}, "replicaof", "REPLICAOF n2", ""},
		{Announcement{3, "n2", 2}, "config", "PUBLISH __sentinel__:hello 3,n2,2", ""},
	} {
		cmd, reply := tt.m.Text()
		if tt.m.Step() != tt.step || strings.Join(cmd, " ") != tt.cmd || reply != tt.reply {
			t.Errorf("%#v: %s, %q, %q", tt.m, tt.m.Step(), cmd, reply)
		}
	}
}
