package consensus

import (
	"strconv"
	"strings"

	"lockstep/sim/trace"
)

// maxTTL is the longest lease: longer than any run, and far from overflow.
const maxTTL = 24 * 60 * trace.Minute

// forms are the commands with what they take.
var forms = [...]struct {
	verb string
	args []string
}{
	{"ACQUIRE", []string{"key", "owner", "ttl-ms"}},
	{"KEEPALIVE", []string{"key", "owner", "ttl-ms"}},
	{"RELEASE", []string{"key", "owner"}},
	{"NUMBER", []string{"name"}},
	{"GET", []string{"key"}},
}

// request is a command, understood.
type request struct {
	verb  string
	key   string
	owner string
	ttl   trace.Duration
}

// leases tells whether the command is about a lease.
func (r request) leases() bool { return r.owner != "" }

// parse reads a command, or says what is wrong with it and what would be right.
func parse(cmd []string) (req request, wrong string) {
	if len(cmd) == 0 {
		return req, "an empty command; " + understood()
	}
	req.verb = strings.ToUpper(cmd[0])
	for _, form := range forms {
		if form.verb != req.verb {
			continue
		}
		if len(cmd)-1 != len(form.args) {
			return req, "the form is " + form.verb + " " + strings.Join(form.args, " ")
		}
		for i, name := range form.args {
			if wrong := req.take(name, cmd[i+1]); wrong != "" {
				return req, wrong
			}
		}
		return req, ""
	}
	return req, "unknown command " + strconv.Quote(cmd[0]) + "; " + understood()
}

func understood() string {
	verbs := make([]string, len(forms))
	for i := range forms {
		verbs[i] = forms[i].verb
	}
	return strings.Join(verbs, ", ") + " are understood"
}

// take reads one argument.
func (r *request) take(name, arg string) (wrong string) {
	if arg == "" {
		return r.verb + " needs a " + name + " that is not empty"
	}
	switch name {
	case "owner":
		r.owner = arg
	case "ttl-ms":
		ms, err := strconv.ParseInt(arg, 10, 64)
		if most := int64(maxTTL / trace.Millisecond); err != nil || ms < 1 || ms > most {
			return "a lease lasts from 1 to " + strconv.FormatInt(most, 10) + " ms, not " + strconv.Quote(arg)
		}
		r.ttl = trace.Duration(ms) * trace.Millisecond
	default:
		r.key = arg
	}
	return ""
}
