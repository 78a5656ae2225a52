package narrate

import (
	"lockstep/sim/trace"
	"lockstep/web/words"
)

// use tells of a write or a read that reached the resource.
func (t teller) use() string {
	e := t.e
	args := []string{
		"who", e.Who, "resource", e.Resource, "op", e.Op, "value", t.value(e.Value), "fence", long(e.Fence),
		"seen", long(t.seen()), "base", long(e.Base), "present", long(t.version()), "times", long(e.Version),
	}
	key := "event." + e.Kind.String()
	switch {
	case !e.OK && e.Why == "":
		return t.c.Say(key+".refused", args...)
	case !e.OK && t.c.Has(key+".refused."+words.Slug(e.Why)):
		return t.c.Say(key+".refused."+words.Slug(e.Why), args...)
	case !e.OK:
		return t.reasoned(key+".refused", args...)
	case e.Why != "":
		return t.c.Say(t.form(key, "."+words.Slug(e.Why)), args...)
	}
	key = t.form(key, "."+e.Op)
	if e.Fence != 0 {
		key = t.form(key, ".fence")
	}
	if e.Kind == trace.Write && e.Version > 1 {
		key = t.form(key, ".again")
	}
	text := t.c.Say(key, args...)
	if e.Kind == trace.Write && e.Version > 0 && e.Base != e.Version-1 {
		return t.c.Say("event.write.behind", append(args, "sentence", text)...)
	}
	return text
}

// seen is the highest fencing number that the resource has seen.
func (t teller) seen() int64 {
	if r := t.st.Resource(t.e.Resource); r != nil {
		return r.Fence
	}
	return 0
}

// version is how many writes the resource has taken.
func (t teller) version() int64 {
	if r := t.st.Resource(t.e.Resource); r != nil {
		return r.Version
	}
	return 0
}

// value is what a resource holds: a word that is known, or text as it is.
func (t teller) value(v string) string {
	switch v {
	case "":
		return t.c.Say("value.empty")
	case "paid", "unpaid":
		return t.c.Say("value." + v)
	}
	return quoteLines(v)
}
