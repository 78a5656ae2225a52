package redis

import (
	"math"
	"strconv"
	"strings"

	"lockstep/sim/redis/resp"
	"lockstep/sim/trace"
)

// Commands about replication. What they ask for is not a node's to do: it answers
// what it can, and hands the rest to its caller in the Result.

// A Follow asks the caller to make the node a replica of another, or a primary.
// The node has answered OK already, as Redis does.
type Follow struct {
	Primary trace.NodeID // the host as it was typed, which may be no node's name
	NoOne   bool         // in its place: follow nobody
}

// A Wait asks the caller to count the replicas that have acknowledged the client's
// writes, and to answer with their number: as soon as it reaches Replicas, at the
// latest after Timeout.
type Wait struct {
	Replicas int
	Timeout  trace.Duration // 0 for as long as it takes
}

// A Follower is a replica as its primary sees it.
type Follower struct {
	ID     trace.NodeID
	Offset int64 // as last acknowledged
}

// SetFollowers says which replicas are connected, for ROLE and INFO to tell. It
// keeps the list.
func (n *Node) SetFollowers(list []Follower) { n.followers = list }

// SetLinked says whether a replica is connected with its primary, for ROLE and
// INFO to tell. A full copy connects it; another primary disconnects it.
func (n *Node) SetLinked(linked bool) { n.linked = linked }

// port is the one that every node is said to listen on.
const port = 6379

// replicaOf is REPLICAOF host port and REPLICAOF NO ONE.
func (n *Node) replicaOf(args []string) resp.Reply {
	if strings.EqualFold(args[1], "NO") && strings.EqualFold(args[2], "ONE") {
		n.follow = &Follow{NoOne: true}
		return resp.OK
	}
	p, ok := integer(args[2])
	switch {
	case !ok || p < 0 || p > math.MaxUint16:
		return resp.ErrorOf("ERR Invalid master port")
	case args[1] == "":
		return resp.ErrorOf("ERR Invalid master host")
	case n.role == Replica && n.primary == trace.NodeID(args[1]):
		return resp.StatusOf("OK Already connected to specified master")
	}
	n.follow = &Follow{Primary: trace.NodeID(args[1])}
	return resp.OK
}

// waitFor is WAIT numreplicas timeout, the timeout in milliseconds.
func (n *Node) waitFor(args []string) resp.Reply {
	if n.role == Replica {
		return resp.ErrorOf("ERR WAIT cannot be used with replica instances. Please also note that since Redis 4.0 " +
			"if a replica is configured to be writable (which is not the default) writes to replicas are just local and are not propagated.")
	}
	count, ok := integer(args[1])
	if !ok {
		return errNotInteger
	}
	ms, ok := integer(args[2])
	switch {
	case !ok:
		return resp.ErrorOf("ERR timeout is not an integer or out of range")
	case ms < 0:
		return resp.ErrorOf("ERR timeout is negative")
	}
	// A timeout beyond half of all time comes to the same, and can be added to a clock.
	ms = min(ms, math.MaxInt64/2000)
	n.wait = &Wait{Replicas: int(count), Timeout: trace.Duration(ms) * trace.Millisecond}
	return resp.Reply{}
}

// roleOf is ROLE. Offsets count effects, where Redis counts bytes.
func (n *Node) roleOf(args []string) resp.Reply {
	if n.role == Replica {
		link := "connect"
		if n.linked {
			link = "connected"
		}
		return resp.ArrayOf(resp.BulkOf("slave"), resp.BulkOf(string(n.primary)), resp.IntOf(port), resp.BulkOf(link), resp.IntOf(n.offset))
	}
	list := make([]resp.Reply, len(n.followers))
	for i, f := range n.followers {
		list[i] = resp.BulksOf([]string{string(f.ID), strconv.Itoa(port), strconv.FormatInt(f.Offset, 10)})
	}
	return resp.ArrayOf(resp.BulkOf("master"), resp.IntOf(n.offset), resp.ArrayOf(list...))
}

// info is INFO replication: those of its lines that mean something here.
func (n *Node) info(args []string) resp.Reply {
	if len(args) != 2 || !strings.EqualFold(args[1], "replication") {
		return resp.ErrorOf("ERR this sandbox tells of replication only: INFO replication")
	}
	var b strings.Builder
	line := func(name, value string) { b.WriteString(name + ":" + value + "\r\n") }
	offset := strconv.FormatInt(n.offset, 10)
	b.WriteString("# Replication\r\n")
	if n.role == Replica {
		link := "down"
		if n.linked {
			link = "up"
		}
		line("role", "slave")
		line("master_host", string(n.primary))
		line("master_port", strconv.Itoa(port))
		line("master_link_status", link)
		line("slave_repl_offset", offset)
		line("slave_read_only", "1")
	} else {
		line("role", "master")
	}
	line("connected_slaves", strconv.Itoa(len(n.followers)))
	for i, f := range n.followers {
		line("slave"+strconv.Itoa(i), "ip="+string(f.ID)+",port="+strconv.Itoa(port)+",state=online,offset="+strconv.FormatInt(f.Offset, 10))
	}
	line("master_repl_offset", offset)
	return resp.BulkOf(b.String())
}

// publish reaches nobody: a subscription needs a connection that lasts, so there
// are none. Scripts of libraries that announce a release run all the same.
func (n *Node) publish(args []string) resp.Reply { return resp.IntOf(0) }
