package scenario

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"lockstep/sim/trace"
)

// small is a file with all that a scenario must have, on ten lines.
const small = `id: x
title: {en: T}
cluster: {independent: 3}
network: {latency: 1ms}
lock:
  kind: redlock
  key: lock
clients:
  - {id: A, work: {on: invoice, takes: 1s}}
resources: {invoice: {kind: ledger}}
`

// with returns small with texts replaced by others, in pairs.
func with(pairs ...string) string {
	text := small
	for i := 0; i < len(pairs); i += 2 {
		if strings.Count(text, pairs[i]) != 1 {
			panic(fmt.Sprintf("%q does not stand once in the small file", pairs[i]))
		}
		text = strings.Replace(text, pairs[i], pairs[i+1], 1)
	}
	return text
}

// locked is the small file with these options of the lock.
func locked(options string) string {
	return with("  kind: redlock\n  key: lock\n", "  "+options+"\n")
}

// on is the small file on another cluster, with these options of the lock on line 6.
func on(cluster, options string) string {
	return with("{independent: 3}", cluster, "  kind: redlock\n  key: lock\n", "  "+options+"\n")
}

// faulty is the small file with one fault, on line 12.
func faulty(fault string) string { return small + "faults:\n  - {" + fault + "}\n" }

const (
	topNames   = "clients, cluster, expect, faults, id, lock, network, resources, summary, title"
	lockNames  = "accept_own_token, cleanup, cleanup_late, clock, deadline, drift, drift_const, elapsed_check, errors, expiry, extend, fence, fence_on_read, key, kind, max_extensions, node_timeout, nodes, order, profile, quorum, release, renew_late, retries, retry_delay, retry_jitter, spent, split, stop_at_validity, t1, token, ttl, wait, watchdog"
	replicated = "{replicated: {}}"
)

// badFiles is what can be wrong with a file, and what is said of it: the place, and
// what would be right.
var badFiles = []struct{ name, text, want string }{
	// No scenario. What is no YAML at all is tested where it is read.
	{"nothing", "", ":1: nothing stands here; it must be a mapping, with " + topNames},
	{"null", "null\n", ":1: nothing stands here; it must be a mapping, with " + topNames},
	{"a word", "redlock\n", ":1: this must be a mapping, with " + topNames},
	{"a list", "- redlock\n", ":1: this must be a mapping, with " + topNames},
	{"an open bracket", with("1s}}", "1s}"), ":10: ',' or '}' must be specified"},
	// The top.
	{"an unknown name", small + "bogus: 1\n", `:11: nothing here is called "bogus"; there is ` + topNames},
	{"a name misspelt", with("clients:", "cleints:"), `:8: nothing here is called "cleints"; did you mean clients? There is ` + topNames},
	{"no id", with("id: x\n", ""), `:1: "id" is missing`},
	{"an id with a slash", with("id: x", "id: a/b"), `:1: id: "a/b": a scenario is called by a letter or digit and up to 63 letters, digits, . + - or _ more`},
	{"an id too long", with("id: x", "id: "+strings.Repeat("x", 65)), `:1: id: "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx": a scenario is called by a letter or digit and up to 63 letters, digits, . + - or _ more`},
	{"no title", with("title: {en: T}\n", ""), `:1: "title" is missing`},
	{"an empty title", with("{en: T}", "{en: ''}"), ":2: title.en: it is empty"},
	{"a title that turns about", with("{en: T}", "{en: T, zh: \"\\u202eT\"}"), `:2: title.zh: \u202e stands in it, which no reader sees; leave it out`},
	{"a title in no language", with("{en: T}", "T"), ":2: title: this must be a mapping, with en, ms, zh"},
	{"a title in Malay alone", with("{en: T}", "{ms: T}"), `:2: title: "en" is missing`},
	{"a title in German", with("{en: T}", "{en: T, de: T}"), `:2: title: nothing here is called "de"; there is en, ms, zh`},
	{"a list for a title", with("{en: T}", "{en: [T]}"), ":2: title.en: this must be a single value"},
	{"no clients", with("clients:\n  - {id: A, work: {on: invoice, takes: 1s}}\n", ""), `:1: "clients" is missing`},
	{"no resources", with("resources: {invoice: {kind: ledger}}\n", ""), `:1: "resources" is missing`},
	// The cluster.
	{"no cluster", with("cluster: {independent: 3}\n", ""), `:1: "cluster" is missing, such as {independent: 5}: a lock here asks Redis nodes`},
	{"a cluster by number", with("{independent: 3}", "3"), ":3: cluster: this must be a mapping, with independent, persist, persistence, replicated, single"},
	{"an unknown cluster", with("independent", "indepedent"), `:3: cluster: nothing here is called "indepedent"; did you mean independent? There is independent, persist, persistence, replicated, single`},
	{"an empty cluster", with("{independent: 3}", "{}"), ":3: cluster: a cluster is one of independent, single, replicated, and here are 0 of them"},
	{"two clusters", with("{independent: 3}", "{independent: 3, single: {}}"), ":3: cluster: a cluster is one of independent, single, replicated, and here are 2 of them"},
	{"no nodes", with("independent: 3", "independent: 0"), `:3: cluster.independent: "0": it must be a whole number from 1 to 9`},
	{"ten nodes", with("independent: 3", "independent: 10"), `:3: cluster.independent: "10": it must be a whole number from 1 to 9`},
	{"half a node", with("independent: 3", "independent: 2.5"), `:3: cluster.independent: "2.5": it must be a whole number from 1 to 9`},
	{"nodes in words", with("independent: 3", "independent: three"), `:3: cluster.independent: "three": it must be a whole number from 1 to 9`},
	{"an unknown persistence", with("independent: 3", "independent: 3, persistence: allways"), `:3: cluster.persistence: "allways": did you mean always? It must be none, everysec or always`},
	{"persistence of no node", with("independent: 3", "independent: 3, persist: {n4: always}"), `:3: cluster.persist.n4: there is no node "n4" in this scenario; there is n1, n2, n3`},
	{"persistence of all by name", with("independent: 3", "independent: 3, persist: always"), ":3: cluster.persist: this must be a mapping, such as {n3: always}"},
	{"persistence outside", with("{independent: 3}", "{single: {}, persistence: always}"), `:3: cluster: nothing here is called "persistence"; there is single`},
	{"a single number", with("{independent: 3}", "{single: 1}"), ":3: cluster.single: this must be a mapping, with persistence"},
	{"an unknown field of a single", with("{independent: 3}", "{single: {nodes: 2}}"), `:3: cluster.single: nothing here is called "nodes"; there is persistence`},
	{"no replicas", on("{replicated: {replicas: 0}}", "kind: token"), `:3: cluster.replicated.replicas: "0": it must be a whole number from 1 to 8`},
	{"nine replicas", on("{replicated: {replicas: 9}}", "kind: token"), `:3: cluster.replicated.replicas: "9": it must be a whole number from 1 to 8`},
	{"six sentinels", on("{replicated: {sentinels: 6}}", "kind: token"), `:3: cluster.replicated.sentinels: "6": it must be a whole number from 0 to 5`},
	{"a quorum too large", on("{replicated: {sentinels: 3, quorum: 4}}", "kind: token"), `:3: cluster.replicated.quorum: "4": it must be a whole number from 1 to 3`},
	{"a quorum of nobody", on("{replicated: {sentinels: 0, quorum: 1}}", "kind: token"), ":3: cluster.replicated.quorum: a quorum is of sentinels, and there are none"},
	{"a lag of no unit", on("{replicated: {lag: 100}}", "kind: token"), `:3: cluster.replicated.lag: "100": it has no unit: write 10s, 400ms, 1.5s or 250us`},
	{"down at once", on("{replicated: {down_after: 0s}}", "kind: token"), `:3: cluster.replicated.down_after: "0s": it must be at least 50ms`},
	{"an impatient failover", on("{replicated: {failover_timeout: 49ms}}", "kind: token"), `:3: cluster.replicated.failover_timeout: "49ms": it must be at least 50ms`},
	{"an endless failover", on("{replicated: {failover_timeout: 11m}}", "kind: token"), `:3: cluster.replicated.failover_timeout: "11m": a run lasts at most 10 virtual minutes`},
	{"a priority of no node", on("{replicated: {priorities: {n3: 50}}}", "kind: token"), `:3: cluster.replicated.priorities.n3: there is no node "n3" in this scenario; there is n1, n2`},
	{"a priority below none", on("{replicated: {priorities: {n2: -1}}}", "kind: token"), `:3: cluster.replicated.priorities.n2: "-1": it must be a whole number from 0 to 1000`},
	{"a replica misspelt", on("{replicated: {replica: 1}}", "kind: token"), `:3: cluster.replicated: nothing here is called "replica"; did you mean replicas? There is down_after, failover_timeout, lag, persist, persistence, priorities, quorum, replicas, sentinels`},
	// The network.
	{"latency without unit", with("1ms", "1"), `:4: network.latency: "1": it has no unit: write 10s, 400ms, 1.5s or 250us`},
	{"no latency", with("1ms", "0s"), `:4: network.latency: "0s": a latency is 5ms or 1ms..4ms, from 1us to 10m`},
	{"latency backwards", with("1ms", "4ms..1ms"), `:4: network.latency: "4ms..1ms": the lesser comes first: 1ms..4ms`},
	{"latency backwards and none", with("1ms", "4ms..0"), `:4: network.latency: "4ms..0": a latency is 5ms or 1ms..4ms, from 1us to 10m`},
	{"latency without end", with("1ms", "1ms..1h"), `:4: network.latency: "1ms..1h": a latency is 5ms or 1ms..4ms, from 1us to 10m`},
	{"negative latency", with("1ms", "-1ms"), `:4: network.latency: "-1ms": it is no span of time: write 10s, 400ms, 1.5s or 250us`},
	{"loss as a share", with("latency: 1ms", "loss: 0.5"), `:4: network.loss: "0.5": loss is a number of messages in a million, from 0 to 1000000`},
	{"unknown in network", with("latency: 1ms", "latncy: 1ms"), `:4: network: nothing here is called "latncy"; did you mean latency? There is latency, links, loss`},
	{"a link to no node", with("latency: 1ms", "links: [{between: [A, n4], latency: 1ms}]"), `:4: network.links.0.between.1: there is no machine "n4" in this scenario; there is A, n1, n2, n3, invoice`},
	{"a link of no client", with("latency: 1ms", "links: [{between: [B, n1], latency: 1ms}]"), `:4: network.links.0.between.0: there is no machine "B" in this scenario; there is A, n1, n2, n3, invoice`},
	{"a link with itself", with("latency: 1ms", "links: [{between: [A, A], latency: 1ms}]"), ":4: network.links.0.between: a link is between two, such as [A, n1]"},
	{"a link of one", with("latency: 1ms", "links: [{between: [A], latency: 1ms}]"), ":4: network.links.0.between: a link is between two, such as [A, n1]"},
	{"a link of nobody", with("latency: 1ms", "links: [{latency: 1ms}]"), `:4: network.links.0: "between" is missing`},
	{"links in no list", with("latency: 1ms", "links: {between: [A, n1]}"), ":4: network.links: this must be a list, such as [{between: [A, n3], latency: 20ms}]"},
	// The lock.
	{"no lock", with("lock:\n  kind: redlock\n  key: lock\n", ""), `:6: clients.A: "lock" is missing, here or at the top of the file for all clients`},
	{"a lock without kind", locked("ttl: 10s"), `:6: lock: "kind" is missing`},
	{"an unknown lock", locked("kind: zookeeper"), `:6: lock.kind: "zookeeper": it must be setnx, setnx-expire, setpx, token, watchdog, reentrant, redlock, fencing or consensus`},
	{"a lock misspelt", locked("kind: redlok"), `:6: lock.kind: "redlok": did you mean redlock? It must be setnx, setnx-expire, setpx, token, watchdog, reentrant, redlock, fencing or consensus`},
	{"an empty key", locked(`key: ""`), ":6: lock.key: it is empty"},
	{"a key that is too long", locked("key: " + strings.Repeat("k", 1025)), ":6: lock.key: it is 1025 bytes long, and a key may be 1024"},
	{"an unknown option", with("key: lock", "key: lock\n  tttl: 1s"), `:8: lock: nothing here is called "tttl"; did you mean ttl? There is ` + lockNames},
	{"ttl of nothing", with("key: lock", "ttl: 0s"), `:7: lock.ttl: "0s": it must be at least 1ms`},
	{"ttl backwards", with("key: lock", "ttl: -10s"), `:7: lock.ttl: "-10s": it is no span of time: write 10s, 400ms, 1.5s or 250us`},
	{"ttl for ever", with("key: lock", "ttl: 1000000h"), `:7: lock.ttl: "1000000h": it must be at most 876000h, a hundred years`},
	{"ttl for very long", with("key: lock", "ttl: 99999999999999999999h"), `:7: lock.ttl: "99999999999999999999h": it must be at most 876000h, a hundred years`},
	{"drift of two", with("key: lock", "drift: 2"), `:7: lock.drift: "2": it must be a share from 0 to 1 such as 0.01, with at most six places`},
	{"drift too fine", with("key: lock", "drift: 0.00000001"), `:7: lock.drift: "0.00000001": it must be a share from 0 to 1 such as 0.01, with at most six places`},
	{"minus one retry", with("key: lock", "retries: -1"), `:7: lock.retries: "-1": it must be a whole number from 0 to 1000, or none for no limit`},
	{"plus three retries", with("key: lock", "retries: +3"), `:7: lock.retries: "+3": it must be a whole number from 0 to 1000, or none for no limit`},
	{"any order", with("key: lock", "order: any"), `:7: lock.order: "any": it must be parallel or sequential`},
	{"a check of maybe", with("key: lock", "elapsed_check: maybe"), `:7: lock.elapsed_check: "maybe": it must be true or false`},
	{"a release misspelt", with("key: lock", "release: dlex"), `:7: lock.release: "dlex": did you mean delex? It must be script, delex or del`},
	{"nodes of one name", with("key: lock", "nodes: n1"), ":7: lock.nodes: this must be a list, such as [n1, n2, n3]"},
	{"nodes without one", with("key: lock", "nodes: []"), ":7: lock.nodes: a lock asks from 1 to 16 nodes, such as [n1, n2, n3]"},
	{"17 nodes", with("key: lock", "nodes: ["+strings.Repeat("n1, ", 17)+"]"), ":7: lock.nodes: a lock asks from 1 to 16 nodes, such as [n1, n2, n3]"},
	{"a node that is not, in the lock", with("key: lock", "nodes: [n1, n4]"), `:7: lock.nodes.1: there is no node "n4" in this scenario; there is n1, n2, n3`},
	{"several nodes for one lock", on("{independent: 3}", "{kind: token, nodes: [n1, n2]}"), ":6: lock.nodes: token asks one node, and here are 2; redlock asks several"},
	{"redlock among replicas", on(replicated, "kind: redlock"), ":6: lock: redlock asks nodes that know nothing of each other, and these copy each other: it wants a cluster such as {independent: 5}, or, to make that mistake, nodes: [n1, n2]"},
	{"a watchdog that sleeps", with("key: lock", "watchdog: 10s"), ":7: lock.watchdog: a lock that lives 10s has run out before it is renewed after 10s; a third of its life is usual"},
	{"a watchdog that sleeps, for a shorter lock", locked("{kind: watchdog, ttl: 1s, watchdog: 2s}"), ":6: lock.watchdog: a lock that lives 1s has run out before it is renewed after 2s; a third of its life is usual"},
	{"a watchdog of nothing", with("key: lock", "watchdog: 0s"), `:7: lock.watchdog: "0s": it must be at least 1ms, or none`},
	{"extensions without end", with("key: lock", "max_extensions: all"), `:7: lock.max_extensions: "all": it must be a whole number from 0 to 1000, or none for no limit`},
	{"a wait without timeout", on(replicated, "{kind: token, wait: {replicas: 1}}"), `:6: lock.wait: "timeout" is missing`},
	{"a wait for nobody", on("{independent: 3}", "{kind: token, wait: {replicas: 1, timeout: 1s}}"), ":6: lock.wait: a lock that waits for replicas to have it wants as many of them, and here are 0: a cluster such as {replicated: {replicas: 1}}"},
	{"a wait for too many", on(replicated, "{kind: token, wait: {replicas: 2, timeout: 1s}}"), ":6: lock.wait: a lock that waits for replicas to have it wants as many of them, and here are 1: a cluster such as {replicated: {replicas: 2}}"},
	{"a wait by number", on(replicated, "{kind: token, wait: 1}"), ":6: lock.wait: this must be a mapping, with replicas, timeout"},
	{"fencing without numbers", locked("{kind: fencing, fence: none}"), ":6: lock: this kind of lock is numbers alone, so fence must say where they come from: resource, redis or consensus"},
	{"a fence of wood", locked("{kind: token, fence: wood}"), `:6: lock.fence: "wood": it must be none, resource, redis or consensus`},
	{"an unknown kind that all say otherwise of", with("kind: redlock", "kind: zookeeper", "{id: A,", "{id: A, lock: {kind: token},"), `:6: lock.kind: "zookeeper": it must be setnx, setnx-expire, setpx, token, watchdog, reentrant, redlock, fencing or consensus`},
	{"a client's own option", with("{id: A,", "{id: A, lock: {ttl: 0s},"), `:9: clients.A.lock.ttl: "0s": it must be at least 1ms`},
	{"a client's own unknown option", with("{id: A,", "{id: A, lock: {tll: 1s},"), `:9: clients.A.lock: nothing here is called "tll"; did you mean ttl? There is ` + lockNames},
	{"a shared option too long for a client", with("key: lock", "watchdog: 3s", "{id: A,", "{id: A, lock: {ttl: 2s},"), ":7: lock.watchdog: a lock that lives 2s has run out before it is renewed after 3s; a third of its life is usual"},
	{"a client's own, without kind", with("lock:\n  kind: redlock\n  key: lock\n", "", "{id: A,", "{id: A, lock: {ttl: 2s},"), `:6: clients.A.lock: "kind" is missing`},
	// The clients.
	{"clients without one", with("  - {id: A, work: {on: invoice, takes: 1s}}", "  []"), ":9: clients: a scenario has at least one client, such as {id: A, lock: {kind: redlock}, work: {on: invoice-42, takes: 1s}}"},
	{"clients of nothing", with("  - {id: A, work: {on: invoice, takes: 1s}}\n", ""), ":8: clients: nothing stands here; it must be a list, such as [{id: A, lock: {kind: redlock}, work: {on: invoice-42, takes: 1s}}]"},
	{"25 clients", crowd(25), ":33: clients.C24: a scenario has at most 24 clients"},
	{"a client by letter", with("{id: A, work: {on: invoice, takes: 1s}}", "A"), ":9: clients.0: this must be a mapping, with id, lock, start, work"},
	{"a small name", with("id: A", "id: a"), `:9: clients.a.id: "a": a client is called by a capital letter and up to 15 letters, digits, - or _ more`},
	{"a name like a path", with("id: A", "id: A/1"), `:9: clients.A/1.id: "A/1": a client is called by a capital letter and up to 15 letters, digits, - or _ more`},
	{"no name", with("id: A, ", ""), `:9: clients.0: "id" is missing`},
	{"a name twice", with("resources:", "  - {id: A, work: {on: invoice, takes: 1s}}\nresources:"), `:10: clients.A.id: "A": another client is called so`},
	{"no work", with(", work: {on: invoice, takes: 1s}", ""), `:9: clients.A: "work" is missing`},
	{"work of no length", with(", takes: 1s", ""), `:9: clients.A.work: "takes" is missing`},
	{"work on nothing", with("on: invoice, ", ""), `:9: clients.A.work: "on" is missing`},
	{"work on what is not there", with("on: invoice, ", "on: invoce, "), `:9: clients.A.work.on: there is no resource "invoce" in this scenario; did you mean invoice? There is invoice`},
	{"work before time", with("takes: 1s", "takes: -1s"), `:9: clients.A.work.takes: "-1s": it is no span of time: write 10s, 400ms, 1.5s or 250us`},
	{"work without end", with("takes: 1s", "takes: 1h"), `:9: clients.A.work.takes: "1h": a run lasts at most 10 virtual minutes`},
	{"a write after leaving", with("takes: 1s", "takes: 1s, write_at: 2s"), ":9: clients.A.work.write_at: the client leaves after 1s, before it writes at 2s; write while it is inside"},
	{"a start after all", with("id: A", "id: A, start: 11m"), `:9: clients.A.start: "11m": a run lasts at most 10 virtual minutes`},
	// The resources.
	{"resources without one", with("{invoice: {kind: ledger}}", "{}"), ":10: resources: a scenario has at least one resource, such as {invoice-42: {kind: ledger}}"},
	{"nine resources", with("{invoice: {kind: ledger}}", "{a: {kind: file}, b: {kind: file}, c: {kind: file}, d: {kind: file}, e: {kind: file}, f: {kind: file}, g: {kind: file}, h: {kind: file}, i: {kind: file}}"), ":10: resources.i: a scenario has at most 8 resources"},
	{"a resource by kind alone", with("{invoice: {kind: ledger}}", "{invoice: ledger}"), ":10: resources.invoice: this must be a mapping, with guard, initial, kind"},
	{"a resource without kind", with("{kind: ledger}", "{guard: none}"), `:10: resources.invoice: "kind" is missing`},
	{"an unknown kind", with("kind: ledger", "kind: leger"), `:10: resources.invoice.kind: "leger": did you mean ledger? It must be ledger, stock or file`},
	{"an unknown guard", with("kind: ledger", "kind: ledger, guard: luck"), `:10: resources.invoice.guard: "luck": it must be none, fencing, compare-and-set, idempotency-key or unique-constraint`},
	{"a guard misspelt", with("kind: ledger", "kind: ledger, guard: fence"), `:10: resources.invoice.guard: "fence": it must be none, fencing, compare-and-set, idempotency-key or unique-constraint`},
	{"a stock of many", with("kind: ledger", "kind: stock, initial: many"), `:10: resources.invoice.initial: resource invoice cannot start so: a stock is a whole number from 0 to 1000000000, not "many"`},
	{"a resource in capitals", with("{invoice: {", "{Invoice: {"), ":10: resources.Invoice: a resource is called by a small letter and up to 31 small letters, digits, - or _ more"},
	{"a resource called like a node", with("{invoice: {", "{n1: {"), ":10: resources.n1: nodes, sentinels and members of the lock service are called so: n1, s1, c1"},
	// The faults.
	{"faults in no list", small + "faults: 5\n", ":11: faults: this must be a list, such as [{at: 2s, restart: {node: n3}}]"},
	{"faults of nothing", small + "faults:\n", ":11: faults: nothing stands here; leave it out or write []"},
	{"a network of nothing", with(" {latency: 1ms}", ""), ":4: network: nothing stands here; leave it out or write {latency: 1ms..4ms}"},
	{"a fault by number", small + "faults: [5]\n", ":11: faults.0: this must be a mapping, such as {at: 2s, restart: {node: n3}}"},
	{"a fault without time", faulty("crash: {node: n1}"), `:12: faults.0: "at" is missing: say when it happens, such as "at": "1.2s", or at which event, such as "when": {"kind": "hold", "who": "B"}`},
	{"a fault without verb", faulty("at: 1s"), ":12: faults.0: it has 0 verbs and needs one of crash, restart, pause, stall, partition, lose, slow, drop, delay, duplicate, clock, flush, evict, command, heal"},
	{"an unknown verb", faulty("at: 1s, explode: {node: n1}"), `:12: faults.0: nothing here is called "explode"; there is at, when, after, crash, restart, pause, stall, partition, lose, slow, drop, delay, duplicate, clock, flush, evict, command, heal`},
	{"a time without unit", faulty("at: 1, crash: {node: n1}"), `:12: faults.0: "at": "1": it has no unit: write 10s, 400ms, 1.5s or 250us`},
	{"a node that is not", faulty("at: 1s, crash: {node: n4}"), `:12: faults.0.crash.node: there is no node "n4" in this scenario; there is n1, n2, n3`},
	{"a client that is not", faulty("at: 1s, pause: {client: B, for: 1s}"), `:12: faults.0.pause.client: there is no client "B" in this scenario; there is A`},
	{"a sentinel that is not", faulty("at: 1s, crash: {sentinel: s1}"), `:12: faults.0.crash.sentinel: there is no sentinel "s1", and none at all in this scenario`},
	{"a member that is not", faulty("at: 1s, crash: {node: c1}"), `:12: faults.0.crash.node: there is no node "c1" in this scenario; there is n1, n2, n3`},
	{"a cut of nobody", faulty("at: 1s, partition: {cut: [[A], [n4]]}"), `:12: faults.0.partition.cut.1.0: there is no machine "n4" in this scenario; there is A, n1, n2, n3, invoice`},
	{"a slow link to nobody", faulty("at: 1s, slow: {link: [A, invioce], by: 1s}"), `:12: faults.0.slow.link.1: there is no machine "invioce" in this scenario; did you mean invoice? There is A, n1, n2, n3, invoice`},
	{"a heal of nobody", faulty("at: 1s, heal: {cut: [[A], [n4]], slow: all}"), `:12: faults.0.heal.cut.1.0: there is no machine "n4" in this scenario; there is A, n1, n2, n3, invoice`},
	{"a heal of no link", faulty("at: 1s, heal: {lose: [A, n4]}"), `:12: faults.0.heal.lose.1: there is no machine "n4" in this scenario; there is A, n1, n2, n3, invoice`},
	{"a trigger of nobody", faulty("when: {kind: hold, who: B}, heal: all"), `:12: faults.0.when.who: there is no machine "B" in this scenario; there is A, n1, n2, n3, invoice`},
	{"a trigger of no node", faulty("when: {kind: exec, node: n7}, heal: all"), `:12: faults.0.when.node: there is no machine "n7" in this scenario; there is A, n1, n2, n3, invoice`},
	{"a trigger of no kind", faulty("when: {kind: holds, who: A}, heal: all"), `:12: faults.0: "when.kind": "holds": no event is of this kind; did you mean hold? There is start, phase, send, deliver, drop, timeout, exec, expire, decide, hold, extend, lost, release, enter, leave, write, read, replicate, sdown, odown, promote, demote, fault, heal, clock, violation`},
	{"a trigger of no rule", faulty("when: {kind: violation, rule: mutual-exclusoin}, heal: all"), `:12: faults.0: "when.rule": "mutual-exclusoin": no rule is called so; did you mean mutual-exclusion? There is ` + strings.Join(trace.Rules[:], ", ")},
	{"a trigger of no phase", faulty("when: {kind: phase, phase: writ}, heal: all"), `:12: faults.0: "when.phase": "writ": no phase is called so; did you mean write? There is ` + strings.Join(trace.Phases[:], ", ")},
	{"an operator that holds", faulty("when: {kind: hold, who: operator}, heal: all"), `:12: faults.0.when.who: there is no machine "operator" in this scenario; there is A, n1, n2, n3, invoice`},
	{"a message by no name", faulty("at: 1s, drop: {msg: A-set-n1}"), `:12: faults.0.drop.msg: "A-set-n1": a message is called by who asks, the attempt, the step, and who is asked, such as A/1/set>n3, or A/1/set<n3 for the answer`},
	{"a message of nobody", faulty("at: 1s, drop: {msg: A/1/set>n4}"), `:12: faults.0.drop.msg: there is no addressee "n4" in this scenario; there is n1, n2, n3, invoice`},
	{"a message from nobody", faulty("at: 1s, delay: {msg: B/1/set>n1, by: 1s}"), `:12: faults.0.delay.msg: there is no sender "B" in this scenario; there is A, n1, n2, n3`},
	{"a message from an invoice", faulty("at: 1s, duplicate: {msg: invoice/1/read>n1}"), `:12: faults.0.duplicate.msg: there is no sender "invoice" in this scenario; there is A, n1, n2, n3`},
	{"a message to a client", faulty("at: 1s, drop: {msg: n1/1/set>A}"), `:12: faults.0.drop.msg: there is no addressee "A" in this scenario; there is n1, n2, n3, invoice`},
	{"data burnt", faulty("at: 1s, crash: {node: n1, data: burn}"), `:12: faults.0: "crash.data": "burn": what becomes of the keys is policy, keep or lose`},
	{"a pause of no length", faulty("at: 1s, pause: {client: A}"), `:12: faults.0: "pause" needs "for", such as "for": "2s"`},
	{"the second fault", small + "faults:\n  - {at: 1s, crash: {node: n1}}\n  - {at: 1s, crash: {node: [n1]}}\n", `:13: faults.1: "crash.node" is a JSON array and must be like "n3"`},
	{"nothing where a value", small + "faults:\n  - at: 1s\n    crash:\n      node:\n", ":14: faults.0.crash.node: nothing stands here; it must be a single value"},
	// What is expected.
	{"an outcome by itself", small + "expect: broken\n", ":11: expect: this must be a mapping, with outcome, rules"},
	{"rules without outcome", small + "expect: {rules: [deadlock]}\n", `:11: expect: "outcome" is missing`},
	{"an unknown outcome", small + "expect: {outcome: brocken}\n", `:11: expect.outcome: "brocken": did you mean broken? It must be ok, stuck, guarded or broken`},
	{"a rule twice", small + "expect: {outcome: broken, rules: [deadlock, deadlock]}\n", `:11: expect.rules.1: "deadlock": it stands in the list already`},
	{"rules in no list", small + "expect: {outcome: broken, rules: deadlock}\n", ":11: expect.rules: this must be a list, such as [mutual-exclusion]"},
	{"an unknown rule", small + "expect: {outcome: broken, rules: [mutual-exlusion]}\n", `:11: expect.rules.0: "mutual-exlusion": did you mean mutual-exclusion? It must be mutual-exclusion, two-believers, stale-write, lost-update, oversold, double-charge, deadlock, orphan-key, foreign-release, fencing-order or double-vote`},
}

// A file that is wrong is refused with the place and with what would be right.
func TestBadFiles(t *testing.T) {
	for _, row := range badFiles {
		_, err := Parse("bad.yaml", []byte(row.text))
		var input *InputError
		if !errors.As(err, &input) {
			t.Errorf("%s: %v is no InputError", row.name, err)
			continue
		}
		if got, want := err.Error(), "bad.yaml"+row.want; got != want {
			t.Errorf("%s:\n got %s\nwant %s", row.name, got, want)
		}
	}
}

// crowd is the small file with n clients.
func crowd(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "  - {id: C%d, work: {on: invoice, takes: 1s}}\n", i)
	}
	return with("  - {id: A, work: {on: invoice, takes: 1s}}\n", b.String())
}

// What people write in good faith is read.
func TestGoodFiles(t *testing.T) {
	for name, text := range map[string]string{
		"the small one":          small,
		"24 clients":             crowd(24),
		"faults in lines":        small + "faults:\n  - at: 1s\n    crash:\n      node: n1\n      data: lose\n  - at: 2s\n    restart:\n      node: n1\n",
		"numbers in a command":   faulty("at: 0s, command: {node: n1, args: [SET, lock, 7, PX, 100]}"),
		"numbers and truths":     faulty("when: {kind: hold, nth: 2}, after: 0s, lose: {link: [A, n1], ppm: 5}") + "  - {at: 1s, clock: {node: n1, rate: 1.02}}\n  - {at: 1s, partition: {cut: [[A], [n1]], oneway: true}}\n",
		"what a person types":    faulty("when: {kind: exec, who: operator, node: n1}, heal: all"),
		"any step of a message":  faulty("at: 1s, drop: {msg: A/7/dance>n2}"),
		"a replica's message":    on(replicated, "kind: token") + "faults: [{at: 1s, drop: {msg: n1/7/replicate>n2}}, {at: 1s, drop: {msg: s1/1/vote<s2}}]\n",
		"no cluster, no nodes":   with("cluster: {independent: 3}\n", "", "kind: redlock", "kind: consensus"),
		"a cluster of the redis": with("  key: lock\n", "  key: lock\n  fence: consensus\n", "kind: redlock", "kind: token") + "faults: [{at: 1s, crash: {node: c3}}]\n",
		"a mistake to be made":   on("{replicated: {replicas: 2}}", "{kind: redlock, nodes: [n1, n2, n3]}"),
		"one node twice":         locked("{kind: redlock, nodes: [n1, n1, n2]}"),
		"a resource on a link":   with("latency: 1ms", "links: [{between: [invoice, A], latency: 1s}]"),
		"sentinels on links":     with("{independent: 3}", replicated, "kind: redlock", "kind: token", "latency: 1ms", "links: [{between: [s1, n2], loss: 5}]"),
		"options of other kinds": locked("{kind: setnx, ttl: 10s, watchdog: 20s, drift: 0.5, cleanup: none, nodes: [n2]}"),
	} {
		if s, err := Parse("good.yaml", []byte(text)); err != nil || s.ID != "x" || s.Title("en") != "T" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestTexts(t *testing.T) {
	s, err := Parse("x.yaml", []byte(with("{en: T}", "{en: T, zh: 题}\nsummary: {en: S, ms: R}")))
	if err != nil {
		t.Fatal(err)
	}
	for lang, want := range map[string]string{"en": "T S", "ms": "T R", "zh": "题 S", "de": "T S"} {
		if got := s.Title(lang) + " " + s.Summary(lang); got != want {
			t.Errorf("in %s it is %q, want %q", lang, got, want)
		}
	}
	if got := strings.Join(s.Languages(), " "); got != "en" {
		t.Errorf("it is whole in %q", got)
	}
}

func TestLibrary(t *testing.T) {
	file := func(id string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(with("id: x", "id: "+id))} }
	l, err := Open(fstest.MapFS{
		"scenarios/b.yaml": file("b"), "scenarios/a-a.yaml": file("a-a"), "scenarios/a.yaml": file("a"),
		"scenarios/README": file("not one"), "other/c.yaml": file("c"),
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(l.Names(), " "); got != "a a-a b" {
		t.Errorf("names are %q", got)
	}
	if _, ok := l.Get("c"); ok {
		t.Error("c is there")
	}
	if want := `there is no scenario "a-b"; did you mean a-a? There is a, a-a, b`; l.unknown("a-b").Error() != want {
		t.Errorf("of a-b it says: %v", l.unknown("a-b"))
	}
	b, ok := l.Get("b")
	if !ok || b.ID != "b" {
		t.Errorf("b is %+v", b)
	}
	if err := l.Add(b); err == nil || err.Error() != `scenarios/b.yaml:1: there is a scenario "b" already` {
		t.Errorf("b again: %v", err)
	}

	// What was added is found and not listed.
	s, err := New(b.Tree().Merge(tree(t, "id: S12.F+")))
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Add(s); err != nil {
		t.Fatal(err)
	}
	if got, ok := l.Get("S12.F+"); !ok || got != s || len(l.Names()) != 3 {
		t.Errorf("it is %+v, and listed are %q", got, l.Names())
	}

	for name, row := range map[string]struct{ text, want string }{
		"scenarios/wrong.yaml": {"title: [", ":1: sequence end token ']' not found"},
		"scenarios/huge.yaml":  {strings.Repeat("#", 10<<20), ": it is too long: there is room for 32 KiB of YAML"},
		"scenarios/c.yaml":     {small, `:1: id: "x": the file is called c.yaml, so the id must be c`},
	} {
		_, err = Open(fstest.MapFS{"scenarios/a.yaml": file("a"), name: {Data: []byte(row.text)}})
		var input *InputError
		if !errors.As(err, &input) || err.Error() != name+row.want {
			t.Errorf("%v", err)
		}
	}
}
