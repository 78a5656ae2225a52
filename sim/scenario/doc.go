// Package scenario reads scenario files and plays runs of them.
//
// A scenario file is YAML and says what a world consists of: nodes, how messages
// travel, what is to be protected, the clients and their locks, what goes wrong,
// and what should come of it. A run names a scenario and may change single values of
// it; [Library.Play] makes a world of the two and runs it.
//
//	id: clock-jump                # letters, digits, . + - _; as the file is called
//	title: {en: A clock jumps}    # also ms and zh; en must be there
//	summary: {en: …}              # the same; optional
//	cluster: {independent: 5, persistence: none}
//	network: {latency: 2ms..8ms}
//	lock: {kind: redlock, ttl: 10s}
//	clients:
//	  - {id: A, start: 0s, work: {on: invoice-42, takes: 8s, write_at: 8s}}
//	  - {id: B, start: 2s, work: {on: invoice-42, takes: 1s}, lock: {retries: 10}}
//	resources:
//	  invoice-42: {kind: ledger, guard: none}
//	faults:
//	  - {at: 0s, partition: {cut: [[A], [n4, n5]]}}
//	  - {at: 1s, clock: {node: n3, jump: 10s}}
//	  - {when: {kind: hold, who: B}, after: 100ms, heal: all}
//	expect: {outcome: broken, rules: [mutual-exclusion]}
//
// Files are read strictly: a name that is not known here, of a field, a word, a
// machine, is an error that says where, and what was perhaps meant. Durations have a
// unit, us, ms, s, m or h, and are exact to the microsecond. A run lasts 10 virtual
// minutes at most.
//
// # cluster
//
// One of three. It may be left out where no lock asks a Redis node.
//
//	{single: {persistence: P}}            one node, n1
//	{independent: N, persistence: P,      n1 to nN, from 1 to 9, that know nothing of
//	 persist: {n3: P}}                    each other
//	{replicated: {                        a primary, n1, and its replicas
//	   replicas: 1,                       from 1 to 8: n2 and so on
//	   sentinels: 3,                      from 0 to 5: s1 and so on
//	   lag: 0s,                           how long a change waits in the primary; 10m
//	                                      at most
//	   down_after: 1s,                    without a sign of life until a sentinel
//	                                      takes a node for down; from 50ms to 10m
//	   failover_timeout: 3m,              what a failover may take; twice that until a
//	                                      sentinel tries again; from 50ms to 10m
//	   quorum: 2,                         how many sentinels must agree that the primary
//	                                      is down; from 1 to all of them, by default
//	                                      more than half
//	   priorities: {n2: 50},              from 0 to 1000, 100 each: the lowest is
//	                                      promoted first, 0 never
//	   persistence: P, persist: {n2: P}}}
//
// P is what a power cut leaves: none of it (none, the default), what the last second
// had not yet begun (everysec), all (always). Persistence is for all nodes, persist
// for single ones.
//
// The lock service of the kind consensus, and of fencing numbers from there, has
// three members, c1 to c3. They are there when a client needs them.
//
// # network
//
//	latency: 1ms..4ms    one way, drawn evenly; or 5ms; from 1us to 10m
//	loss: 0              messages lost by chance, in a million
//	links:               exceptions, each both ways between two of any sort, the last
//	                     that fits counts; what it does not name is as elsewhere
//	  - {between: [A, n3], latency: 20ms, loss: 0}
//
// # resources
//
// From 1 to 8 by name: a small letter, and up to 31 small letters, digits, - or _.
//
//	kind: ledger     an invoice to be charged once; stock, things to sell; file, text
//	guard: none      or fencing, compare-and-set, idempotency-key, unique-constraint
//	initial: unpaid  what it holds: unpaid or paid; a number (1); text (none)
//
// Package resource says what each guard refuses.
//
// # clients
//
// From 1 to 24.
//
//	id      a capital letter, and up to 15 letters, digits, - or _
//	start   when it first wants the lock; 0s
//	lock    its options; those of the top of the file hold where it says nothing
//	work    on: the resource that it reads on entering; takes: how long it stays inside;
//	        write_at: how long after entering it writes what follows from what it
//	        read, at most takes, which is the default; look: before, or after, if it
//	        asks only when it has written whether its lock was lost
//
// # lock
//
// At the top for all clients, or with a client for itself, or some options here and
// some there. The kind is required, and decides the other defaults: those of the
// Redis documentation's page on distributed locks, where it gives any.
//
//	kind              setnx         SETNX, no time to live
//	                  setnx-expire  SETNX, then EXPIRE
//	                  setpx         SET NX PX, released by DEL
//	                  token         the same, released by who owns it alone
//	                  watchdog      the same, renewed while the process lives
//	                  reentrant     a hash with a hold count, as Redisson has it
//	                  redlock       on a majority of nodes
//	                  fencing       no lock, fencing numbers alone
//	                  consensus     a lease of the lock service
//	key               lock:<the resource>
//	ttl               10s; at least 1ms. None for setnx and fencing, whatever is said
//	profile           a library's habits: package profile lists them. What a file says of a
//	                  lock goes on top of its profile, wherever it says so
//	nodes             whom to ask, 1 to 16 names, one perhaps twice. By default redlock asks
//	                  all nodes, others the first, or whomever the sentinels name
//	node_timeout      50ms: how long one may keep the client waiting; or ttl/20
//	quorum            majority: of the nodes that redlock asks, each as often as it is
//	                  listed; or how many, from 1 to 16
//	retries           3, from 0 to 1000, or none for no limit: attempts after the first
//	retry_delay       200ms
//	retry_jitter      100ms: at most that much more
//	deadline          none: how long the caller waits for the lock, attempts and all; or ttl
//	token             attempt, or lock: how often it is drawn. lock for reentrant
//	errors            count, or raise: an error or silence of a node is the caller's, who
//	                  then has no lock, cleans nothing up and tries no more. From redlock it
//	                  is raised where enough others said OK
//	split             fail, or pend: an attempt of redlock in which neither the OKs nor the
//	                  rest make a quorum does not end, unless at the deadline
//	drift             0.01 for redlock, else 0: of the TTL, for clocks that drift apart
//	drift_const       2ms for redlock, else 0s
//	order             parallel, or sequential: one node after another
//	elapsed_check     true for redlock: count the time that asking took
//	spent             refuse, zero or accept: what becomes of a lock of which nothing is left
//	                  then; zero takes one that ends at this very instant
//	t1                attempt, or first: since when that time counts
//	clock             monotonic, or wall: what the client goes by
//	expiry            relative, or absolute: PXAT, by the client's wall clock
//	cleanup           all, ok, last or none: who is asked to let go after a failed attempt;
//	                  last asks all, but only after the last attempt
//	cleanup_late      true: also when the deadline has passed meanwhile
//	stop_at_validity  true for redlock and consensus: stop working when the lock ends
//	release           script; del for setnx, setnx-expire and setpx; or delex
//	watchdog          how often it is renewed, less than the TTL, or none; or ttl/2, ttl*4/5, or
//	                  ttl-500ms, which is so long before it ends. A third of the
//	                  TTL for watchdog, reentrant and consensus; else none
//	max_extensions    none for no limit, or from 0 to 1000
//	extend            compare, set or recreate: what a renewal does
//	renew_late        false: whether it counts when the lock's time had ended meanwhile
//	wait              {replicas: 1, timeout: 1s}: take no lock that fewer replicas have
//	accept_own_token  false: whether a node that has our token says OK once more
//	fence             where fencing numbers come from: none, resource, redis, consensus.
//	                  consensus for fencing, else none
//	fence_on_read     true for fencing: show the number when reading too
//
// An option that a kind has no use for, such as an order where one node is asked,
// changes nothing: so runs can be compared that differ in the kind alone. What cannot
// work is an error: redlock on nodes that copy each other, unless nodes names them;
// one lock on several nodes without redlock; waiting for more replicas than there
// are; fencing without numbers.
//
// # faults
//
// Up to 500, in the forms of package runjson, as actions have them on the command
// line. Whoever they name must exist, and who a message is from and to; what the two
// say to each other is not checked.
//
// # expect
//
// What a run of the scenario comes to: an outcome, ok, stuck, guarded or broken, and
// rules that must break; others may. [Expect.Miss] compares. Package check says what
// the outcomes and the rules mean.
//
// # Parameters
//
// A run's parameters change single values of the document, each by the path to it:
// names with dots between, items of lists by their id or by their number from 0. The
// value is YAML:
//
//	clients.B.start=3s                 lock.ttl=30s
//	clients.A.lock.kind=token          clients.A.lock.nodes=[n1, n1, n2]
//	cluster.independent=7              resources.invoice-42.guard=fencing
//	network.latency=1ms..2ms           network.links.0={between: [A, n1], loss: 5}
//	faults.0={at: 1s, heal: all}       faults.0.at=2s
//	cluster={single: {}}
//
// A value that the file does not give can be given so, and an item added to a list by
// the number after its last: by 0 to a list that is not there. What comes of it is read like a file: 64 parameters at
// most, all of clients, cluster, faults, lock, network and resources.
//
// # Scenarios that are made
//
// A scenario can be put together before it is read, from trees of package strictyaml.
// [strictyaml.Value.Merge] lays one over another, clients one by one by their ids;
// [strictyaml.Value.Set] replaces what stands at a path, where merging would leave two
// clusters. [Library.Add] makes the result one that runs can name, so that links to
// it open wherever the same is added:
//
//	tree := base.Tree().Merge(variant)            // base is a *Scenario
//	tree, err = tree.Set("cluster", cluster)      // cluster is a Value
//	id, err := strictyaml.ParseGiven("the id", "S12.G")
//	tree, err = tree.Set("id", id)
//	s, err := scenario.New(tree)
//	err = library.Add(s)
//
// Whatever is wrong with a file or a run is an [InputError] that says what, where
// and what would be right.
package scenario
