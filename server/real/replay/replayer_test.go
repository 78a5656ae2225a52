package replay

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"lockstep/server/real"
	"lockstep/server/real/realtest"
	"lockstep/sim/redis/resp"
	"lockstep/sim/trace"
)

// epoch is what a wall clock that is right shows at the beginning of a run, as the
// servers have it; a trace leaves it out.
const epoch = 1_800_000_000 * trace.Second

// A replayer acts out on real servers what traces say that nodes did.
type replayer struct {
	t       testing.TB
	servers []*realtest.Clocked // started so far
	doubles map[trace.NodeID]*double
	tally
}

// tally is how much was compared.
type tally struct {
	commands  int            // whose replies were alike
	keys      int            // that were alike after a command
	inTime    int            // keys that ran out, and were there a microsecond before
	overtaken int            // keys that ran out by a jump ahead
	prolonged int            // keys that were there when a clock jumped back
	skipped   map[string]int // commands that were not compared, by name
}

// A double is the real server that acts a node.
type double struct {
	*realtest.Clocked
	id     trace.NodeID
	fsync  string
	clocks trace.Clocks
	gone   map[string]trace.Local // when keys will be, as the trace says
	since  trace.Local            // from when on its clock has gone on, and the node looked at it
}

func newReplayer(t testing.TB) *replayer {
	return &replayer{t: t, tally: tally{skipped: map[string]int{}}}
}

// replay returns how a trace and the servers first differ; nothing if they do not.
func (r *replayer) replay(events []trace.Event) error {
	for i := range events {
		e := &events[i]
		if err := r.act(e); err != nil {
			return fmt.Errorf("event %d at %v, %s: %w", e.Seq, trace.Duration(e.T), e.Kind, err)
		}
	}
	return nil
}

func (r *replayer) act(e *trace.Event) error {
	if e.Kind == trace.Start {
		r.cast(e.Nodes)
		return nil
	}
	id := e.Node
	if id == "" {
		id = trace.NodeID(e.Who)
	}
	d := r.doubles[id]
	if d == nil {
		return nil
	}
	switch e.Kind {
	case trace.ClockSet:
		return r.setClock(d, e)
	case trace.Exec:
		return r.exec(d, e)
	case trace.Expire:
		return r.expire(d, e)
	case trace.Fault:
		if e.Why == "" {
			d.suffer(e)
		}
	case trace.Heal:
		d.since = d.clocks.Wall.At(e.T)
	case trace.Demote:
		delete(r.doubles, id)
	}
	return nil
}

// cast gives every node that is nobody's replica a server, empty.
func (r *replayer) cast(nodes []trace.NodeInfo) {
	r.doubles = map[trace.NodeID]*double{}
	for _, n := range nodes {
		if n.Role != trace.RoleMaster && n.Role != trace.RolePrimary {
			continue
		}
		i := len(r.doubles)
		if i == len(r.servers) {
			r.servers = append(r.servers, realtest.UnderClock(r.t, real.Settings{}))
		}
		d := &double{Clocked: r.servers[i], id: n.ID, fsync: n.Fsync, gone: map[string]trace.Local{}}
		d.SetClock(trace.Local(0).Add(epoch))
		d.Ask("FLUSHALL")
		d.Ask("SCRIPT FLUSH")
		r.doubles[n.ID] = d
	}
}

func (r *replayer) setClock(d *double, e *trace.Event) error {
	before := d.clocks.Wall.At(e.T)
	d.clocks.Set(e.T, e.Offset, e.Rate)
	now, err := d.now(e)
	if d.since = now; now < before {
		r.prolonged += len(d.gone)
	}
	return err
}

// now is what the node's clock shows at an event, which the event must say too.
func (d *double) now(e *trace.Event) (trace.Local, error) {
	now := d.clocks.Wall.At(e.T)
	if e.At != trace.ReadAt(now) {
		return 0, fmt.Errorf("the clock of %s shows %d, the event says %+v", d.id, now, e.At)
	}
	return now, nil
}

// exec runs a command again.
func (r *replayer) exec(d *double, e *trace.Event) error {
	now, err := d.now(e)
	if err != nil {
		return err
	}
	for _, k := range e.Keys {
		if delete(d.gone, k.Name); k.PTTL >= 0 {
			d.gone[k.Name] = now.Add(k.PTTL)
		}
	}
	cmd, ok := translated(e)
	if !ok {
		r.skipped[strings.ToUpper(e.Cmd[0])]++
		return nil
	}
	r.commands++
	d.SetClock(now.Add(epoch))
	d.Queue(cmd...)
	for _, k := range e.Keys {
		d.queueLook(k.Name)
	}
	d.Send()
	reply := d.reply()
	var wrong []string
	if got := reply.String(); got != e.Reply {
		wrong = append(wrong, fmt.Sprintf("the reply is %s, and was %s", got, e.Reply))
	}
	for _, k := range e.Keys {
		r.keys++
		wrong = append(wrong, d.look().differs(k, now)...)
	}
	if wrong != nil {
		return fmt.Errorf("on %s at %d by its clock %q:\n%s", d.id, now, e.Cmd, strings.Join(wrong, "\n"))
	}
	return nil
}

// reply reads one reply.
func (d *double) reply() resp.Reply {
	r, _, err := resp.Parse(d.Read())
	if err != nil {
		panic(err) // what a connection read is whole
	}
	return r
}

// deleteIfEqual does what DELEX key IFEQ value does.
const deleteIfEqual = `local value = redis.pcall("GET",KEYS[1])
if type(value) == "table" then return value end -- an error: it is no string
if value == ARGV[1] then return redis.call("DEL",KEYS[1]) else return 0 end`

// translated is a command as a server is given it, or false if it is not comparable.
func translated(e *trace.Event) (cmd []string, ok bool) {
	switch name := strings.ToUpper(e.Cmd[0]); name {
	case "WAIT", "ROLE", "INFO", "REPLICAOF":
		return nil, false
	case "EVAL":
		return e.Cmd, e.Who != trace.Operator
	case "DELEX":
		if len(e.Cmd) == 4 && strings.EqualFold(e.Cmd[2], "IFEQ") {
			return []string{"EVAL", deleteIfEqual, "1", e.Cmd[1], e.Cmd[3]}, true
		}
		return nil, false
	}
	return e.Cmd, true
}

// expire looks at a key that ran out.
func (r *replayer) expire(d *double, e *trace.Event) error {
	now, err := d.now(e)
	if err != nil {
		return err
	}
	if gone, ok := d.gone[e.Key]; ok && gone > d.since {
		// A fast clock may pass over the very microsecond.
		if d.clocks.Wall.At(e.T-1) >= gone {
			return fmt.Errorf("on %s %q was gone at %d by its clock, before it shows %d", d.id, e.Key, gone, now)
		}
		r.inTime++
		if got := d.At(gone.Add(epoch-1), "EXISTS", e.Key); string(got) != ":1\r\n" {
			return fmt.Errorf("on %s %q is gone before %d by its clock", d.id, e.Key, gone)
		}
	} else if ok && d.since == now {
		r.overtaken++
	}
	delete(d.gone, e.Key)
	if got := d.At(now.Add(epoch), "EXISTS", e.Key); string(got) != ":0\r\n" {
		return fmt.Errorf("on %s %q is still there at %d by its clock", d.id, e.Key, now)
	}
	return nil
}

// suffer makes the server hold what a fault left of the node's keys.
func (d *double) suffer(e *trace.Event) {
	d.SetClock(d.clocks.Wall.At(e.T).Add(epoch))
	if e.What == trace.WhatFlush || e.What == trace.WhatCrash && d.loses(e.Data) {
		d.Ask("FLUSHALL")
		clear(d.gone)
		return
	}
	for _, k := range e.Keys {
		d.Do("DEL", k.Name)
		delete(d.gone, k.Name)
		if k.PTTL != trace.Gone {
			d.restore(k, d.clocks.Wall.At(e.T))
		}
	}
}

// loses tells whether a crash takes all that the node had.
func (d *double) loses(data string) bool {
	return data == trace.DataLose || data == trace.DataPolicy && d.fsync == trace.FsyncNever
}

// restore puts back a key to which a node fell back: a string, as locks' are, or a hash.
func (d *double) restore(k trace.Key, now trace.Local) {
	if list, ok := strings.CutPrefix(k.Value, "["); ok {
		args := []string{"HSET", k.Name}
		for _, part := range strings.Split(strings.TrimSuffix(list, "]"), ", ") {
			args = append(args, strings.Trim(part, `"`))
		}
		d.Do(args...)
	} else {
		d.Do("SET", k.Name, k.Value)
	}
	if k.PTTL >= 0 {
		d.Do("PEXPIREAT", k.Name, strconv.FormatInt(deadline(k, now), 10))
		d.gone[k.Name] = now.Add(k.PTTL)
	}
}

// deadline is the last millisecond, by the server's clock, in which a key is there.
func deadline(k trace.Key, now trace.Local) int64 {
	return int64(now.Add(epoch+k.PTTL))/1000 - 1
}

// found is what a server has under a key.
type found struct {
	kind, text string
	fields     []string // of a hash
	pttl       int64    // as PTTL answers
}

func (d *double) queueLook(key string) {
	for _, name := range []string{"TYPE", "PTTL", "GET", "HGETALL"} {
		d.Queue(name, key)
	}
}

// look reads what queueLook asked for. Of a key of one type the commands for others
// answer errors, or nothing.
func (d *double) look() found {
	f := found{kind: d.reply().Text, pttl: d.reply().Int, text: d.reply().Text}
	for field := range slices.Chunk(d.reply().Array, 2) {
		f.fields = append(f.fields, resp.ArrayOf(field...).String())
	}
	slices.Sort(f.fields) // Redis has them in no order
	return f
}

// differs says how what a server has differs from what the trace says that the node
// has.
func (f found) differs(k trace.Key, now trace.Local) (wrong []string) {
	if k.PTTL == trace.Gone {
		if f.kind != "none" {
			return []string{fmt.Sprintf("%q is there, and was gone", k.Name)}
		}
		return nil
	}
	switch f.kind {
	case "none":
		return []string{fmt.Sprintf("%q is gone, and was %s for %v", k.Name, k.Value, k.PTTL)}
	case "string":
		if f.text != k.Value && resp.BulkOf(f.text).String() != k.Value {
			wrong = append(wrong, fmt.Sprintf("%q is %q, and was %s", k.Name, f.text, k.Value))
		}
	case "hash":
		var all []string
		for _, field := range f.fields {
			all = append(all, strings.Trim(field, "[]"))
		}
		if got := "[" + strings.Join(all, ", ") + "]"; got != k.Value {
			wrong = append(wrong, fmt.Sprintf("%q is %s, and was %s", k.Name, got, k.Value))
		}
	default:
		wrong = append(wrong, fmt.Sprintf("%q is of type %s, and was %s", k.Name, f.kind, k.Value))
	}
	want := int64(-1)
	if k.PTTL != trace.NoExpiry {
		want = deadline(k, now) - int64(now.Add(epoch))/1000
	}
	if f.pttl != want {
		wrong = append(wrong, fmt.Sprintf("PTTL of %q is %d, and was %d", k.Name, f.pttl, want))
	}
	return wrong
}
