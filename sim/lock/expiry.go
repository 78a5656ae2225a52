package lock

import (
	"strconv"
	"strings"

	"lockstep/sim/trace"
)

// expiry is how the key's end goes over the wire: the option of SET that says so
// and its number.
func (o *Options) expiry(env Env) []string {
	if o.Expiry == Absolute {
		return []string{"PXAT", o.expires(env)}
	}
	return []string{"PX", o.expires(env)}
}

// expires is the key's time to live in milliseconds, or the end of it by this
// client's wall clock, which the node's own may disagree with.
func (o *Options) expires(env Env) string {
	if o.Expiry == Absolute {
		return millis(trace.Duration(env.Wall().Add(o.TTL)))
	}
	return millis(o.TTL)
}

// expiring is a script or command that sets a time to live, made to take what
// expires returns.
func (o *Options) expiring(text string) string {
	if o.Expiry == Absolute {
		return strings.NewReplacer("pexpire", "pexpireat", "PEXPIRE", "PEXPIREAT").Replace(text)
	}
	return text
}

// millis writes d as Redis takes it: in whole milliseconds, rounded up, since a
// key that dies before its owner expects it to is the worse mistake.
func millis(d trace.Duration) string {
	return strconv.FormatInt(int64((d+trace.Millisecond-1)/trace.Millisecond), 10)
}
