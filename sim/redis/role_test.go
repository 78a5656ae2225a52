package redis

import (
	"math"
	"strings"
	"testing"

	"lockstep/sim/trace"
)

func TestRole(t *testing.T) {
	primary, replica := pair(t)
	expect(t, primary, 0, "ROLE", `["master", (integer) 0, []]`)
	expect(t, replica, 0, "ROLE", `["slave", "n1", (integer) 6379, "connect", (integer) 0]`)
	do(primary, 0, "MSET a 1 b 2")
	replica.Load(0, primary.Snapshot())
	primary.SetFollowers([]Follower{{ID: "n2", Offset: replica.Offset()}})
	expect(t, primary, 0, "ROLE", `["master", (integer) 2, [["n2", "6379", "2"]]]`)
	expect(t, replica, 0, "ROLE", `["slave", "n1", (integer) 6379, "connected", (integer) 2]`)
	for _, c := range []struct {
		name string
		node *Node
		want string
	}{
		{"primary", primary, "# Replication\nrole:master\nconnected_slaves:1\nslave0:ip=n2,port=6379,state=online,offset=2\nmaster_repl_offset:2\n"},
		{"replica", replica, "# Replication\nrole:slave\nmaster_host:n1\nmaster_port:6379\nmaster_link_status:up\nslave_repl_offset:2\n" +
			"slave_read_only:1\nconnected_slaves:0\nmaster_repl_offset:2\n"},
	} {
		if got := strings.ReplaceAll(do(c.node, 0, "INFO replication").Reply.Text, "\r\n", "\n"); got != c.want {
			t.Errorf("INFO replication of the %s:\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
	expect(t, primary, 0, "INFO", "(error) ERR this sandbox tells of replication only: INFO replication")
	replica.SetLinked(false)
	expect(t, replica, 0, "ROLE", `["slave", "n1", (integer) 6379, "connect", (integer) 2]`)
	replica.SetLinked(true)
	replica.SetRole(Replica, "n3")
	expect(t, replica, 0, "ROLE", `["slave", "n3", (integer) 6379, "connect", (integer) 2]`)
}

func TestFollow(t *testing.T) {
	_, replica := pair(t)
	for _, c := range []struct {
		line, reply string
		want        *Follow
	}{
		{"REPLICAOF n3 6379", "OK", &Follow{Primary: "n3"}},
		{"SLAVEOF n3 6379", "OK", &Follow{Primary: "n3"}},
		{"REPLICAOF n1 6379", "OK Already connected to specified master", nil},
		{"replicaof no one", "OK", &Follow{NoOne: true}},
		{"REPLICAOF n3 x", "(error) ERR Invalid master port", nil},
		{"REPLICAOF n3 65536", "(error) ERR Invalid master port", nil},
		{"REPLICAOF n3", "(error) ERR wrong number of arguments for 'replicaof' command", nil},
		{"PING", "PONG", nil},
	} {
		got := do(replica, 0, c.line)
		if got.Reply.String() != c.reply || (got.Follow == nil) != (c.want == nil) || c.want != nil && *got.Follow != *c.want {
			t.Errorf("%s: %s, asks for %+v, want %+v", c.line, got.Reply, got.Follow, c.want)
		}
	}
	// It is the caller who does it.
	if r, primary := replica.Role(); r != Replica || primary != "n1" {
		t.Errorf("role %d of %s", r, primary)
	}
}

func TestWait(t *testing.T) {
	primary, replica := pair(t)
	for _, c := range []struct {
		line, reply string
		want        *Wait
	}{
		{"WAIT 1 100", "(nil)", &Wait{Replicas: 1, Timeout: 100 * trace.Millisecond}},
		{"WAIT 2 0", "(nil)", &Wait{Replicas: 2}},
		{"WAIT 1 9223372036854775807", "(nil)", &Wait{Replicas: 1, Timeout: math.MaxInt64 / 2000 * trace.Millisecond}},
		{"WAIT x 0", errNotInteger.String(), nil},
		{"WAIT 1 x", "(error) ERR timeout is not an integer or out of range", nil},
		{"WAIT 1 -1", "(error) ERR timeout is negative", nil},
		{"WAIT 1", "(error) ERR wrong number of arguments for 'wait' command", nil},
		{"GET k", "(nil)", nil},
	} {
		got := do(primary, 0, c.line)
		if got.Reply.String() != c.reply || (got.Wait == nil) != (c.want == nil) || c.want != nil && *got.Wait != *c.want {
			t.Errorf("%s: %s, asks for %+v, want %+v", c.line, got.Reply, got.Wait, c.want)
		}
	}
	if got := do(replica, 0, "WAIT 1 0"); !got.Reply.IsError() || got.Wait != nil {
		t.Errorf("WAIT on a replica: %s, asks for %+v", got.Reply, got.Wait)
	}
}
