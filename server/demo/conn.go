package demo

import (
	"context"
	"net"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/logging"
	"github.com/redis/go-redis/v9/maintnotifications"

	"lockstep/sim/trace"
)

// conn is how the demo itself looks at a server or a sentinel. What cannot be asked is
// taken for not being so: whoever wants to know asks again.
type conn struct {
	*redis.Client
	sentinel *redis.SentinelClient // the same address, asked as a sentinel
}

func dial(addr string) *conn {
	logging.Disable() // servers are meant to die here
	o := &redis.Options{
		Addr: addr, Protocol: 2, DisableIdentity: true, MaxRetries: -1,
		DialTimeout: time.Second, ReadTimeout: time.Second,
		MaintNotificationsConfig: &maintnotifications.Config{Mode: maintnotifications.ModeDisabled},
	}
	return &conn{redis.NewClient(o), redis.NewSentinelClient(o)}
}

func (c *conn) Close() {
	c.Client.Close()
	c.sentinel.Close()
}

// hasReplica tells whether a primary streams to a replica. One that has its copy is
// sent more only once it has said so.
func (c *conn) hasReplica(ctx context.Context) bool {
	info, err := c.Info(ctx, "replication").Result()
	return err == nil && strings.Contains(info, "state=online")
}

// knows tells whether a sentinel knows the replica, with its link to the primary up,
// and as many other sentinels.
func (c *conn) knows(ctx context.Context, replica string, others int) bool {
	sentinels, err := c.sentinel.Sentinels(ctx, service).Result()
	if err != nil || len(sentinels) != others {
		return false
	}
	replicas, err := c.sentinel.Replicas(ctx, service).Result()
	if err != nil {
		return false
	}
	for _, r := range replicas {
		if net.JoinHostPort(r["ip"], r["port"]) == replica && r["flags"] == "slave" && r["master-link-status"] == "ok" {
			return true
		}
	}
	return false
}

// names tells whether a sentinel names that address as the primary's.
func (c *conn) names(ctx context.Context, primary string) bool {
	addr, err := c.sentinel.GetMasterAddrByName(ctx, service).Result()
	return err == nil && len(addr) == 2 && net.JoinHostPort(addr[0], addr[1]) == primary
}

// copied returns a key as a server has it, if it has it.
func (c *conn) copied(ctx context.Context, name string) (k trace.Key, ok bool) {
	value, err := c.Get(ctx, name).Result()
	if err != nil {
		return trace.Key{}, false
	}
	left, err := c.PTTL(ctx, name).Result()
	return trace.Key{Name: name, Value: value, PTTL: trace.Duration(left.Microseconds())}, err == nil && left > 0
}
