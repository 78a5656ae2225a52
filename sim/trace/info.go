package trace

// NodeInfo introduces a node in the Start event.
type NodeInfo struct {
	ID      NodeID
	Role    string // one of the Role constants
	Follows NodeID // of a replica: its primary
	Fsync   string // its persistence: FsyncNever, FsyncEverySecond or FsyncAlways
}

// ClientInfo introduces a client in the Start event.
type ClientInfo struct {
	ID          ClientID
	Lock        string   // the kind of lock it uses: redlock
	Profile     string   // the library whose habits its lock has: redsync; empty for none
	Claims      string   // the kind whose promise it is judged by, where that is another
	Key         string   // the lock key it wants
	TTL         Duration // what it asks for as the key's time to live; 0 for none
	Nodes       []NodeID // whom it asks for the lock, as listed: a node may stand there twice
	NodeTimeout Duration // how long it lets one node keep it waiting
	RetryDelay  Duration // how long it waits before it tries again, without jitter
	Watchdog    Duration // how often it renews; 0 for never
	Fence       string   // where its fencing numbers come from: FenceConsensus; empty for nowhere
	Stops       bool     // it stops its work when its lock's validity ends
	Wall        bool     // its lock goes by the wall clock, which may step
	Absolute    bool     // it tells nodes by that clock when a key is to end
	Resource    string   // what it works on
}

// ResourceInfo introduces a resource in the Start event.
type ResourceInfo struct {
	ID    string
	Kind  string // ledger, stock or file
	Guard string // what it checks before it takes a write
	Value string // at the start
}

// member is one member of an info: its name in JSON and where it lies. Like the
// table of fields, it serves both written forms.
type member struct {
	name string
	at   any
}

// info is a record that the Start event lists.
type info interface{ members() []member }

func (n *NodeInfo) members() []member {
	return []member{{"id", &n.ID}, {"role", &n.Role}, {"follows", &n.Follows}, {"fsync", &n.Fsync}}
}

func (c *ClientInfo) members() []member {
	return []member{
		{"id", &c.ID}, {"lock", &c.Lock}, {"profile", &c.Profile}, {"claims", &c.Claims}, {"key", &c.Key}, {"ttl", &c.TTL}, {"nodes", &c.Nodes},
		{"node_timeout", &c.NodeTimeout}, {"retry_delay", &c.RetryDelay}, {"watchdog", &c.Watchdog},
		{"fence", &c.Fence}, {"stops", &c.Stops}, {"wall", &c.Wall}, {"absolute", &c.Absolute}, {"resource", &c.Resource},
	}
}

func (r *ResourceInfo) members() []member {
	return []member{{"id", &r.ID}, {"kind", &r.Kind}, {"guard", &r.Guard}, {"value", &r.Value}}
}

// Member returns a pointer to the member of that JSON name of a *NodeInfo,
// *ClientInfo or *ResourceInfo, or nil. It is for readers of other written forms.
func Member(of any, name string) any {
	for _, m := range of.(info).members() {
		if m.name == name {
			return m.at
		}
	}
	return nil
}
