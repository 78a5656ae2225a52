package real_test

import (
	"strconv"
	"testing"

	"lockstep/server/real"
	"lockstep/server/real/realtest"
)

func TestSentinelFindsReplicas(t *testing.T) {
	primary := realtest.Server(t, real.Settings{})
	relay := realtest.Relay(t, primary.Addr())
	replica := realtest.Server(t, real.Settings{Config: []string{"replicaof", "127.0.0.1 " + strconv.Itoa(relay.Port())}})
	p, r := realtest.Dial(t, primary.Addr()), realtest.Dial(t, replica.Addr())
	r.Await("INFO replication", "master_link_status:up")
	p.Ask("SET k 1")
	r.Await("GET k", "1")
	s := realtest.Sentinel(t, real.Watch{Name: "mymaster", Primary: primary.Addr(), Quorum: 1, DownAfter: 1e9}, real.Settings{})
	c := realtest.Dial(t, s.Addr())
	t.Log(c.Ask("SENTINEL master mymaster"))
	c.Await("INFO sentinel", "slaves=1")
}
