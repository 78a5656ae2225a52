package cli

import (
	"cmp"
	"crypto/tls"
	"fmt"
	"net"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"

	"lockstep/server/live"
	"lockstep/sim/lock"
	"lockstep/sim/run"
	"lockstep/sim/scenario"
	"lockstep/sim/strictyaml"
	"lockstep/sim/trace"
	"lockstep/sim/world"
)

// liveSections are what --set may change: the network and the servers are as they are.
var liveSections = []string{"clients", "lock", "resources"}

// config reads the options: into the session's, and when each client begins.
func (c *liveCommand) config() (live.Config, []world.Client, error) {
	config := live.Config{Master: c.Master}
	if c.Format != "text" && c.Format != "json" {
		return config, nil, usagef("--format: %q is no format of a live session; there is text and json", c.Format)
	}
	if err := checkLang(c.Lang); err != nil {
		return config, nil, err
	}
	if err := c.addresses(&config); err != nil {
		return config, nil, err
	}
	w, err := c.world()
	if err != nil {
		return config, nil, err
	}
	config.Resource = w.Resources[0]
	for i := range w.Clients {
		x := &w.Clients[i]
		if x.Lock.Kind == trace.LockConsensus || x.Lock.Fence == lock.FromConsensus {
			return config, nil, usagef("--lock, --set: client %s wants a consensus service, and there is none among Redis servers: take another kind of lock, and fencing numbers from redis or from the resource (--set lock.fence=redis)", x.ID)
		}
		if len(c.Sentinel) > 0 {
			x.Lock.Sentinels = nil // as many as there are
		}
		config.Clients = append(config.Clients, live.Client{ID: x.ID, Lock: x.Lock, Job: x.Job})
	}
	config.Login = live.Login{
		Username: os.Getenv("LOCKSTEP_REDIS_USERNAME"), Password: firstOf("LOCKSTEP_REDIS_PASSWORD", "REDISCLI_AUTH"),
	}
	config.SentinelLogin = live.Login{
		Username: os.Getenv("LOCKSTEP_SENTINEL_USERNAME"), Password: os.Getenv("LOCKSTEP_SENTINEL_PASSWORD"),
	}
	return config, w.Clients, nil
}

// firstOf returns the first variable of the environment that is set.
func firstOf(names ...string) string {
	for _, name := range names {
		if value := os.Getenv(name); value != "" {
			return value
		}
	}
	return ""
}

// addresses reads where the servers are.
func (c *liveCommand) addresses(config *live.Config) error {
	switch {
	case len(c.Redis) == 0 && len(c.Sentinel) == 0:
		return usagef("--redis: which servers? For example --redis localhost:7001,localhost:7002,localhost:7003, or --sentinel localhost:26379")
	case len(c.Redis) > 0 && len(c.Sentinel) > 0:
		return usagef("--redis, --sentinel: give one of them; sentinels name the servers themselves")
	case len(c.Redis) > world.MaxNodes:
		return usagef("--redis: a session has at most %d servers, and these are %d", world.MaxNodes, len(c.Redis))
	case len(c.Sentinel) > world.MaxSentinels:
		return usagef("--sentinel: a session has at most %d sentinels, and these are %d; a few are enough", world.MaxSentinels, len(c.Sentinel))
	}
	secured := 0
	for _, option := range []struct {
		name, port string
		given      []string
		to         *[]string
	}{{"--redis", "6379", c.Redis, &config.Redis}, {"--sentinel", "26379", c.Sentinel, &config.Sentinels}} {
		for _, text := range option.given {
			addr, byTLS, err := address(option.name, text, option.port)
			if err != nil {
				return err
			}
			if byTLS {
				secured++
			}
			*option.to = append(*option.to, addr)
		}
	}
	switch secured {
	case 0:
	case len(c.Redis) + len(c.Sentinel):
		config.TLS = &tls.Config{MinVersion: tls.VersionTLS12}
	default:
		return usagef("--redis: some addresses begin with rediss:// and some do not; a session connects to all by TLS, or to none")
	}
	return nil
}

// address reads host:port, or redis://host:port, or with rediss:// for TLS. What it
// says of a text that is none holds no password that may stand there.
func address(option, text, port string) (addr string, byTLS bool, err error) {
	scheme, rest, ok := strings.Cut(strings.TrimSpace(text), "://")
	if !ok {
		scheme, rest = "redis", scheme
	}
	if strings.Contains(rest, "@") {
		return "", false, usagef("%s: an address here holds a user name or a password, which everybody on this machine could read: put them into LOCKSTEP_REDIS_USERNAME and LOCKSTEP_REDIS_PASSWORD", option)
	}
	if scheme != "redis" && scheme != "rediss" {
		return "", false, usagef("%s: %q: want host:port, redis://host:port, or rediss://host:port for TLS", option, text)
	}
	u, err := url.Parse("redis://" + rest)
	if err != nil || u.Hostname() == "" || strings.ContainsFunc(rest, func(r rune) bool { return r <= ' ' }) {
		return "", false, usagef("%s: %q is no address: want host:port, such as localhost:6379 or [::1]:6379", option, text)
	}
	if strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.Fragment != "" {
		return "", false, usagef("%s: %q: locks lie in database 0, and an address ends after its port", option, text)
	}
	if p := u.Port(); p != "" {
		if n, err := strconv.Atoi(p); err != nil || n < 1 || n > 65535 {
			return "", false, usagef("%s: %q: a port is a number from 1 to 65535", option, text)
		}
		port = p
	}
	return net.JoinHostPort(u.Hostname(), port), scheme == "rediss", nil
}

// liveResources are what a resource of each kind is called.
var liveResources = map[string]string{"stock": "stock-7", "ledger": "invoice-42", "file": "notes"}

// world makes a scenario of the options and reads that, so that their words, their
// bounds and what is said of them are a scenario's.
func (c *liveCommand) world() (*world.Config, error) {
	resource, ok := liveResources[c.Kind]
	if !ok {
		return nil, usagef("--kind: %q is no kind of resource; there is stock, ledger and file", c.Kind)
	}
	count, err := strconv.Atoi(c.Clients)
	if err != nil || count < 1 || count > world.MaxClients {
		return nil, usagef("--clients: %q: want a whole number from 1 to %d", c.Clients, world.MaxClients)
	}
	tree, err := c.tree(resource, count)
	if err != nil {
		return nil, err
	}
	s, err := scenario.New(tree)
	if err != nil {
		return nil, err
	}
	params, err := c.params()
	if err != nil {
		return nil, err
	}
	w, err := s.Compile(params)
	if err != nil {
		return nil, usagef("--set: %s", visible(strings.TrimPrefix(err.Error(), "parameter ")))
	}
	if len(w.Resources) != 1 {
		return nil, usagef("--set: a session has one resource, %s", resource)
	}
	return w, nil
}

// tree is a scenario of the options.
func (c *liveCommand) tree(resource string, count int) (strictyaml.Value, error) {
	tree, err := c.plainTree(resource, count)
	set := func(option, path, text string) {
		if err != nil || text == "" {
			return
		}
		var v strictyaml.Value
		if v, err = strictyaml.ParseGiven(option, text); err == nil {
			tree, err = tree.Set(path, v)
		}
	}
	kind := c.kind()
	set("--lock", "lock.kind", kind)
	if kind == trace.LockFencing {
		set("--lock", "lock.fence", "redis") // its default is a consensus service
	}
	set("--ttl", "lock.ttl", c.Ttl)
	set("--clients", "lock.retries", c.retries(count))
	set("--guard", "resources."+resource+".guard", c.Guard)
	set("--key", "lock.key", strconv.Quote(cmp.Or(c.Key, "lockstep:live:"+resource)))
	for i := range count {
		work := fmt.Sprintf("clients.%c.work.", 'A'+i)
		set("--work", work+"takes", c.Work)
		set("--write-at", work+"write_at", c.WriteAt)
	}
	return tree, err
}

// retries is how often a client tries again, if nobody says otherwise: so often that
// each of the others can have its turn before. A library's profile knows for itself.
func (c *liveCommand) retries(count int) string {
	usual := lock.Defaults(c.kind())
	work, err := trace.ParseDuration(c.Work)
	if err != nil || usual.RetryDelay == 0 || slices.ContainsFunc(c.Set, func(s string) bool { return strings.HasPrefix(s, "lock.profile=") }) {
		return ""
	}
	turns := int64(count-1) * int64(work/usual.RetryDelay)
	return strconv.FormatInt(min(int64(usual.Retries)+turns, 1000), 10)
}

// kind is the kind of lock.
func (c *liveCommand) kind() string {
	switch {
	case c.Lock != "":
		return c.Lock
	case len(c.Redis) > 1:
		return trace.LockRedlock
	}
	return trace.LockToken
}

// plainTree is a scenario of the servers and the cast. How many replicas there are is
// seen when they are asked.
func (c *liveCommand) plainTree(resource string, count int) (strictyaml.Value, error) {
	cluster := fmt.Sprintf("{independent: %d}", len(c.Redis))
	if len(c.Sentinel) > 0 {
		cluster = fmt.Sprintf("{replicated: {replicas: %d, sentinels: %d}}", world.MaxNodes-1, len(c.Sentinel))
	}
	var clients []string
	for i := range count {
		clients = append(clients, fmt.Sprintf("{id: %c, work: {on: %s, takes: 3s}}", 'A'+i, resource))
	}
	return strictyaml.ParseGiven("live", fmt.Sprintf(
		"{id: live, title: {en: live}, cluster: %s, lock: {kind: redlock}, clients: [%s], resources: {%s: {kind: %s}}}",
		cluster, strings.Join(clients, ", "), resource, c.Kind))
}

// params reads --set.
func (c *liveCommand) params() ([]run.Param, error) {
	var params []run.Param
	for i, text := range c.Set {
		path, value, ok := strings.Cut(text, "=")
		if !ok || path == "" {
			return nil, usagef("--set %d: %q: want PATH=VALUE, such as lock.retries=5", i+1, text)
		}
		if first, _, _ := strings.Cut(path, "."); !slices.Contains(liveSections, first) {
			return nil, usagef("--set %d: %q: a live session can be told about %s; its network and its servers are what they are", i+1, path, strings.Join(liveSections, ", "))
		}
		params = append(params, run.Param{Name: path, Value: value})
	}
	return params, nil
}
