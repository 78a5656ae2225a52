// Package sentinel is one Redis Sentinel: a process that watches a primary and its
// replicas, agrees with the others of its kind that the primary is down, and has a
// replica promoted.
//
// A [Sentinel] is a pure state machine. It is told what time it is ([Sentinel.Tick])
// and what arrives ([Sentinel.Receive]), and returns what to send and what to tell.
// It is for the caller
//
//   - to call Tick when [Sentinel.Next] says, and to ask Next anew after every call,
//     since what arrives brings deadlines forward and takes others away;
//   - to send what is in an [Out] with a Msg, to a node or to a sentinel: To is one
//     name or the other. Messages may be lost, late, or out of order;
//   - to have nodes answer a [Ping] with a [Pong] and carry out a [ReplicaOf], or not.
//     Everything else is between sentinels;
//   - to call nothing while the sentinel is down, and [Sentinel.Restart] when it comes
//     back: its configuration, epoch and vote are on disk, the rest is lost. What was
//     due before the crash is not any more;
//   - to draw what is left to chance by what it is for: [Config].Random is a function
//     of its occasion, and so a run does not change with the order of questions.
//
// # The rules
//
// They are those of the Redis documentation ("High availability with Redis
// Sentinel", "Sentinel client spec") and of sentinel.c of Redis 7, whose names for
// constants and events are given here in brackets.
//
//   - Watch. Every node is pinged each second, or each down_after if that is less
//     [SENTINEL_PING_PERIOD]. What Redis asks by INFO, a Pong says too.
//   - Subjectively down [+sdown]. The oldest ping without an answer is down_after
//     old. So is a primary that has called itself a replica for down_after and two
//     more pings.
//   - Ask. Each second while the primary is subjectively down, every other sentinel
//     is asked for its opinion [SENTINEL_ASK_PERIOD, is-master-down-by-addr]. An
//     opinion counts for five seconds.
//   - Objectively down [+odown]. So many as quorum says, oneself included, think so.
//   - Stand [+try-failover]. A sentinel that finds the primary objectively down
//     takes the next epoch, votes for itself and asks the others for their votes.
//   - Vote [+vote-for-leader]. One vote an epoch, to who asks first, and never in an
//     epoch below one already heard of. Who voted for another does not stand for
//     two failover timeouts.
//   - Lead [+elected-leader]. With the votes of a majority of all sentinels, down or
//     not, and of at least quorum. Who has not won after ten seconds, or one failover
//     timeout if that is less, gives up [-failover-abort-not-elected] and stands
//     again two failover timeouts after it stood.
//   - Select [+selected-slave]. Among the replicas that are not subjectively down,
//     answered within five pings, and have a priority above 0: the lowest
//     priority, then the largest replication offset, then the smallest run id, which
//     here is the node's id. If there is none the failover ends
//     [-failover-abort-no-good-slave].
//   - Promote [+promoted-slave]. REPLICAOF NO ONE, and wait until the replica calls
//     itself a primary. From then on the leader's configuration names it, with the
//     epoch of the election. If that takes longer than the failover timeout, the
//     failover ends [-failover-abort-slave-timeout].
//   - Reconfigure [+slave-reconf-done]. The other replicas are told to follow it.
//   - Tell [+switch-master]. The configuration is announced at once and every two
//     seconds [SENTINEL_PUBLISH_PERIOD]; who hears of one with a higher epoch adopts
//     it.
//   - Repair. A node that calls itself a primary and is not the configured one is
//     told to follow it, after four announcements' time [+convert-to-slave]: that is
//     how an old primary that comes back is demoted. A replica of another node is
//     told after one failover timeout [+fix-slave-config]. Neither is done unless the
//     configured primary is well.
//
// # What is left out, or otherwise
//
// Sentinels and replicas are configured, not discovered. Announcements go from
// sentinel to sentinel, not through the nodes' channels, and not before there is
// something to announce. A command that is lost is repeated, where Redis leaves that
// to TCP. Redis steadies its decisions by a timer that fires ten to twenty times a
// second; here a decision falls at the instant of its cause, except that a sentinel
// waits up to 100 ms, at random, before it stands. Time is a clock that does not
// step, so there is no TILT mode. All replicas are reconfigured at once
// (parallel-syncs), and how long a replica has been without its primary does not
// count against it.
package sentinel
