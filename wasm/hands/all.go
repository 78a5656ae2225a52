package hands

import (
	"strconv"
	"strings"

	"lockstep/sim/trace"
	"lockstep/web/phrase"
	"lockstep/web/thing"
	"lockstep/web/truth"
)

// Group is things of one kind, for a list of all that can be taken hold of.
type Group struct {
	Label  string
	Things []Named
}

// Named is a thing and what to call it in the reader's language.
type Named struct {
	thing.Thing
	Label string
}

// mostLinks is how many links there may be for all of them to be listed.
const mostLinks = 60

// All lists everything that can be taken hold of in the state s: of links first those that
// are not as usual, or that a message is on; the others of clients to nodes come last. Where
// there are more of these than mostLinks, they are in the menus of their ends alone.
func All(say phrase.Catalog, s *trace.State) []Group {
	var things [thing.Link + 1][]thing.Thing
	add := func(kind thing.Kind, name, to string) {
		things[kind] = append(things[kind], thing.Thing{Kind: kind, Name: name, To: to})
	}
	seen := make(map[[2]string]bool)
	link := func(from, to string) {
		if !seen[[2]string{from, to}] {
			seen[[2]string{from, to}] = true
			add(thing.Link, from, to)
		}
	}
	for i := range s.Clients {
		add(thing.Client, string(s.Clients[i].ID), "")
	}
	for i := range s.Nodes {
		add(thing.Node, string(s.Nodes[i].ID), "")
	}
	for i := range s.Resources {
		add(thing.Resource, s.Resources[i].ID, "")
	}
	for i := range s.Links {
		link(s.Links[i].From, s.Links[i].To)
	}
	for i := range s.Messages {
		if x := &s.Messages[i]; !x.Lost {
			add(thing.Msg, x.Name, "")
			link(x.From, x.To)
		}
	}
	var groups []Group
	for _, kind := range [...]thing.Kind{thing.Client, thing.Node, thing.Resource, thing.Msg, thing.Link} {
		if len(things[kind]) == 0 {
			continue
		}
		g := Group{Label: say.Say("hands.group." + kinds[kind])}
		for _, th := range things[kind] {
			g.Things = append(g.Things, Named{th, Called(say, s, th)})
		}
		groups = append(groups, g)
	}
	if len(s.Clients)*len(s.Nodes) > mostLinks {
		return groups
	}
	label := "hands.group.links"
	if len(things[thing.Link]) == 0 {
		label = "hands.group.link" // there are no others
	}
	others := Group{Label: say.Say(label)}
	for i := range s.Clients {
		for j := range s.Nodes {
			from, to := string(s.Clients[i].ID), string(s.Nodes[j].ID)
			if !seen[[2]string{from, to}] {
				others.Things = append(others.Things, Named{
					thing.Thing{Kind: thing.Link, Name: from, To: to}, say.Say("hands.called.way", "name", from, "to", to),
				})
			}
		}
	}
	if len(others.Things) > 0 {
		groups = append(groups, others)
	}
	return groups
}

// kinds are the words of phrases' keys.
var kinds = [...]string{thing.Node: "node", thing.Client: "client", thing.Resource: "resource", thing.Msg: "msg", thing.Link: "link"}

// Called is what a thing is called in the reader's language.
func Called(say phrase.Catalog, s *trace.State, th thing.Thing) string {
	key := "hands.called." + kinds[th.Kind]
	switch th.Kind {
	case thing.Node:
		if n := s.Node(trace.NodeID(th.Name)); n != nil && n.Role != trace.RoleMaster {
			role := "role." + n.Role
			if p := truth.Primary(s); n.Role == trace.RolePrimary && s.Nodes[p].ID != n.ID {
				role = "scene.old-primary" // it does not know yet that another took its place
			}
			return say.Say("hands.called.role", "name", th.Name, "role", say.Say(role))
		}
	case thing.Msg:
		if m := s.Message(th.Name); m != nil {
			return calledMessage(say, m)
		}
		return th.Name
	}
	return say.Say(key, "name", th.Name, "to", th.To)
}

// briefly bounds what of a reply stands in a name, in characters.
const briefly = 24

// calledMessage names a message by what it says, and its ends.
func calledMessage(say phrase.Catalog, m *trace.Message) string {
	key, what := "hands.called.msg", ""
	name, ok := trace.ParseMsg(m.Name)
	switch {
	case ok && name.Reply || !ok && m.IsReply():
		key, what = "hands.called.reply", m.Reply
	case len(m.Cmd) > 0:
		what = m.Cmd[0]
	}
	if purpose := "purpose." + string(m.Purpose); (what == "" || strings.HasPrefix(what, "EVAL")) && say.Has(purpose) {
		what = say.Say(purpose)
	}
	if letters := []rune(what); len(letters) > briefly {
		what = string(letters[:briefly-1]) + "…"
	}
	called := say.Say(key, "what", what, "from", m.From, "to", m.To)
	if name.Copy > 0 {
		return say.Say("hands.called.copy", "message", called, "n", strconv.Itoa(name.Copy))
	}
	return called
}
