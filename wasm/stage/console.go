package stage

import (
	"lockstep/sim/run"
	"lockstep/sim/trace"
	"lockstep/sim/unseen"
	"lockstep/wasm/hands"
	"lockstep/web/words"
)

// logged is how many commands the console's log holds, and its history.
const logged = 50

// console is where commands are typed at a node.
type console struct {
	node    string
	lines   []*typed
	recall  int    // the line of the history that is in the field; len(lines) for none
	asked   *typed // whose answer is to come; nil for none
	waiting string // the link of the run that brings it,
	at      trace.Time
	early   bool // somebody has been told to wait for it
}

// typed is a command and what the node said.
type typed struct {
	node, line, reply string
}

func (s *Stage) openConsole(node string) {
	s.openDialog(Console)
	s.console.node = node
	s.view.SetText(ConsoleTitle, s.say.Say("viewer.console", "node", node))
	s.view.SetValue(ConsoleLine, "")
	s.console.recall = len(s.console.lines)
	s.drawLog()
	s.view.Focus(ConsoleLine)
}

// enter runs the line that was typed.
func (s *Stage) enter(fields []Field) {
	c, line := &s.console, value(fields, "line")
	if line == "" || s.grip.dialog != Console {
		return
	}
	if s.coming != nil { // the line stays in its field
		c.early = true
		s.view.SetText(ConsoleWait, s.say.Say("viewer.console.wait"))
		return
	}
	args, err := hands.ParseCommand(line)
	if err == nil {
		err = s.alterBy(run.Action{Verb: run.Command, Target: c.node, Args: args})
	}
	now := &typed{node: c.node, line: line}
	c.keep(now)
	if err != nil {
		now.reply = s.explain(err)
	} else {
		c.asked, c.waiting, c.at = now, s.presentLink(), s.acted()
		s.grew(landing{at: c.at, happened: -1})
	}
	s.view.SetValue(ConsoleLine, "")
	s.drawLog()
}

// keep adds a line to those that can be brought back.
func (c *console) keep(t *typed) {
	if len(c.lines) == logged {
		c.lines = c.lines[1:]
	}
	c.lines = append(c.lines, t)
	c.recall = len(c.lines)
}

// answer puts the node's answer into the log once it has come.
func (s *Stage) answer() {
	c := &s.console
	if c.early && s.coming == nil {
		c.early = false
		s.view.SetText(ConsoleWait, "")
	}
	if c.asked == nil || s.shown.link != c.waiting || !s.shown.player.Knows(c.at) {
		return
	}
	if last := s.shown.events[len(s.shown.events)-1]; last.T < c.at {
		s.answered(s.say.Say("viewer.console.ended", "t", words.Reading(s.say, trace.Local(last.T))))
		return
	}
	// The last of that instant: an earlier one may have been typed at the same.
	for i := len(s.shown.events) - 1; i >= 0 && s.shown.events[i].T >= c.at; i-- {
		e := s.shown.events[i]
		if e.T != c.at {
			continue
		}
		if e.Kind == trace.Exec && e.Who == trace.Operator {
			s.answered(e.Reply)
			return
		}
		if e.Kind == trace.Fault && e.What == trace.WhatCommand && e.Why != "" {
			s.answered(s.shown.tale(s, s.shown.player.StepOf(i)).Text)
			return
		}
	}
	s.answered("")
}

// answered puts into the log what came of the line that waits for it, if one does.
func (s *Stage) answered(reply string) {
	if c := &s.console; c.asked != nil {
		c.asked.reply, c.asked = reply, nil
		s.drawLog()
	}
}

// drawLog shows what was typed at this node, and the answers.
func (s *Stage) drawLog() {
	var h html
	last := -1
	for _, l := range s.console.lines {
		if l.node != s.console.node {
			continue
		}
		last++
		h.put(`<li><code class="typed">%&gt; %</code><code class="reply">%</code></li>`, l.node, unseen.Shown(l.line), unseen.Shown(l.reply))
	}
	s.view.SetHTML(ConsoleLog, h)
	if last >= 0 {
		s.view.Show(ConsoleLog, last)
	}
}

// recalled puts an older line of the history into the field, or a newer one.
func (s *Stage) recalled(older bool) {
	c := &s.console
	if older && c.recall > 0 {
		c.recall--
	} else if !older && c.recall < len(c.lines) {
		c.recall++
	}
	line := ""
	if c.recall < len(c.lines) {
		line = c.lines[c.recall].line
	}
	s.view.SetValue(ConsoleLine, line)
}
