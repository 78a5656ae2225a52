package scenario

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"lockstep/sim/lock"
	"lockstep/sim/strictyaml"
	"lockstep/sim/trace"
	"lockstep/sim/world"
)

// members is how many the lock service has, where somebody needs it.
const members = 3

// worldReader reads what a world consists of, and knows by then who is in it.
type worldReader struct {
	config world.Config

	shared    strictyaml.Value // the lock options of all clients
	nodes     []string         // Redis nodes
	sentinels []string
	members   []string // of the lock service, once somebody needs it
	clients   []string
	resources []string
}

// readWorld reads the sections of a file, each after those whose names it uses.
func readWorld(top strictyaml.Value, parts map[string]strictyaml.Value) (*world.Config, error) {
	r := &worldReader{shared: parts["lock"]}
	r.config.Network.Usual = usualLink
	for _, section := range []struct {
		name string
		read strictyaml.Reader
	}{
		{"cluster", r.readCluster},
		{"resources", r.readResources},
		{"lock", r.checkShared},
		{"clients", r.readClients},
		{"network", r.readNetwork},
		{"faults", r.readFaults},
	} {
		v, ok := parts[section.name]
		if !ok {
			continue
		}
		if err := section.read(v); err != nil {
			return nil, err
		}
	}
	if len(r.nodes) == 0 && slices.ContainsFunc(r.config.Clients, func(c world.Client) bool { return asksRedis(&c.Lock) }) {
		return nil, top.Errorf(`"cluster" is missing, such as {independent: 5}: a lock here asks Redis nodes`)
	}
	return &r.config, nil
}

// asksRedis tells whether a lock has business with Redis nodes.
func asksRedis(o *lock.Options) bool {
	return o.Kind != trace.LockConsensus && o.Kind != trace.LockFencing || o.Fence == lock.FromRedis
}

// addNode adds a machine that serves.
func (r *worldReader) addNode(n world.Node) {
	r.config.Nodes = append(r.config.Nodes, n)
	switch n.Role {
	case trace.RoleSentinel:
		r.sentinels = append(r.sentinels, string(n.ID))
	case trace.RoleConsensus:
		r.members = append(r.members, string(n.ID))
	default:
		r.nodes = append(r.nodes, string(n.ID))
	}
}

// needService adds the lock service, unless it is there.
func (r *worldReader) needService() []trace.NodeID {
	for i := len(r.members); i < members; i++ {
		r.addNode(world.Node{ID: numbered("c", i), Role: trace.RoleConsensus})
	}
	return ids(r.members)
}

// everybody is the names of all that can send a message or be sent one.
func (r *worldReader) everybody() []string {
	return slices.Concat(r.clients, r.nodes, r.sentinels, r.members, r.resources)
}

// mustBe is an error of a name at v that is none of those, or nil.
func mustBe(v strictyaml.Value, sort, name string, names []string) error {
	if slices.Contains(names, name) {
		return nil
	}
	if at, ok := v.Find(name); ok {
		v = at
	}
	if len(names) == 0 {
		return v.Refuse(wrong("none", fmt.Sprintf("there is no %s %q, and none at all in this scenario", sort, name), "name", name))
	}
	return v.Refuse(wrong("nobody", fmt.Sprintf("there is no %s %q in this scenario; %s", sort, name, strictyaml.Others(name, names)),
		"name", name, "names", strings.Join(names, ", ")))
}

// numbered is the name of the ith, from 0, of its sort: n1, n2 and so on.
func numbered(prefix string, i int) trace.NodeID {
	return trace.NodeID(prefix + strconv.Itoa(i+1))
}

func ids(names []string) []trace.NodeID {
	var all []trace.NodeID
	for _, name := range names {
		all = append(all, trace.NodeID(name))
	}
	return all
}
