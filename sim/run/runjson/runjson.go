// Package runjson reads actions from JSON, the form they have on the command
// line and in scenario files:
//
//	{"at": "1.2s", "crash": {"node": "n3", "data": "lose"}}
//	{"at": "2s", "restart": {"node": "n3"}}
//	{"at": "1s", "pause": {"client": "A", "for": "2s"}}
//	{"at": "10ms", "command": {"node": "n1", "args": ["GET", "lock:invoice:42"]}}
//
// It checks an action's form; whether its node or client exists is for the world
// to say, since an action stays in a run even when its target is gone.
package runjson

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"lockstep/sim/run"
	"lockstep/sim/trace"
)

type form struct {
	At      *string  `json:"at"`
	Crash   *crash   `json:"crash"`
	Restart *target  `json:"restart"`
	Pause   *pause   `json:"pause"`
	Command *command `json:"command"`
}

type target struct {
	Node   string `json:"node"`
	Client string `json:"client"`
}

type crash struct {
	target
	Data string `json:"data"`
}

type pause struct {
	Client string  `json:"client"`
	For    *string `json:"for"`
}

type command struct {
	Node string   `json:"node"`
	Args []string `json:"args"`
}

// Action reads one action. Its errors say what is wrong and what would be right.
func Action(b []byte) (run.Action, error) {
	var f form
	dec := json.NewDecoder(bytes.NewReader(b))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&f); err != nil {
		return run.Action{}, explain(err)
	}
	if _, err := dec.Token(); err != io.EOF {
		return run.Action{}, errors.New("there is more after the action's closing brace")
	}
	if f.At == nil {
		return run.Action{}, errors.New(`"at" is missing: say when it happens, such as "at": "1.2s"`)
	}
	at, err := trace.ParseDuration(*f.At)
	if err != nil {
		return run.Action{}, fmt.Errorf(`"at": %q: %w`, *f.At, err)
	}
	if at > run.MaxTime {
		return run.Action{}, fmt.Errorf(`"at": %q: a run lasts at most 10 virtual minutes`, *f.At)
	}
	a := run.Action{At: trace.Time(at)}
	return a, f.fill(&a)
}

// fill takes the one verb of the form.
func (f *form) fill(a *run.Action) error {
	verbs := 0
	for _, given := range []bool{f.Crash != nil, f.Restart != nil, f.Pause != nil, f.Command != nil} {
		if given {
			verbs++
		}
	}
	if verbs != 1 {
		return fmt.Errorf(`it has %d verbs and needs one of "crash", "restart", "pause", "command"`, verbs)
	}
	switch {
	case f.Crash != nil:
		return f.Crash.fill(a)
	case f.Restart != nil:
		a.Verb = run.Restart
		return f.Restart.fill(a, trace.WhatRestart)
	case f.Pause != nil:
		return f.Pause.fill(a)
	}
	return f.Command.fill(a)
}

func (t target) fill(a *run.Action, verb string) error {
	if (t.Node == "") == (t.Client == "") {
		return fmt.Errorf(`%q needs a "node" or a "client", and not both`, verb)
	}
	a.Node, a.Who = trace.NodeID(t.Node), trace.ClientID(t.Client)
	return nil
}

func (c crash) fill(a *run.Action) error {
	a.Verb = run.Crash
	switch c.Data {
	case "", trace.DataKeep:
	case trace.DataLose:
		a.Data = run.Lose
	default:
		return fmt.Errorf(`"data": %q: what becomes of the keys is "keep" or "lose"`, c.Data)
	}
	if c.Data != "" && c.Client != "" {
		return errors.New(`"data" goes with a node: a client keeps nothing`)
	}
	return c.target.fill(a, trace.WhatCrash)
}

func (p pause) fill(a *run.Action) error {
	a.Verb = run.Pause
	if p.Client == "" {
		return errors.New(`"pause" needs a "client"`)
	}
	if p.For == nil {
		return errors.New(`"pause" needs "for": how long, such as "for": "2s"`)
	}
	d, err := trace.ParseDuration(*p.For)
	if err == nil && d == 0 {
		err = errors.New("a pause takes some time")
	}
	if err == nil && d > run.MaxTime {
		err = errors.New("a run lasts at most 10 virtual minutes")
	}
	if err != nil {
		return fmt.Errorf(`"for": %q: %w`, *p.For, err)
	}
	a.Who, a.For = trace.ClientID(p.Client), d
	return nil
}

func (c command) fill(a *run.Action) error {
	a.Verb = run.Command
	if c.Node == "" || len(c.Args) == 0 {
		return errors.New(`"command" needs a "node" and "args", such as ["GET", "lock:invoice:42"]`)
	}
	a.Node, a.Args = trace.NodeID(c.Node), c.Args
	return nil
}

// explain puts what encoding/json says into words for people.
func explain(err error) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return fmt.Errorf("at byte %d it stops being JSON: %s", syntax.Offset, syntax.Error())
	case errors.As(err, &kind) && kind.Field != "":
		return fmt.Errorf("%q is a JSON %s and must be %s", kind.Field, kind.Value, wanted(kind))
	case errors.As(err, &kind):
		return fmt.Errorf(`it is a JSON %s and must be an object such as {"at": "2s", "restart": {"node": "n3"}}`, kind.Value)
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("it ends too early: a brace, bracket or quote is not closed")
	}
	if name, ok := strings.CutPrefix(err.Error(), "json: unknown field "); ok {
		return fmt.Errorf(`nothing here is called %s: there are "at", "crash", "restart", "pause", "command", and in them "node", "client", "data", "for", "args"`, name)
	}
	return err
}

func wanted(kind *json.UnmarshalTypeError) string {
	switch kind.Type.Kind().String() {
	case "string":
		return `a string, such as "1.2s" or "n3"`
	case "slice":
		return `an array of strings, such as ["GET", "lock:invoice:42"]`
	}
	return "an object"
}
