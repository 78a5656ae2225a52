package run

import "lockstep/sim/trace"

// Limits on what a stranger may put into a run.
const (
	MaxActions = 500
	MaxParams  = 64
	MaxChoices = 1000
	MaxLink    = 64 << 10 // bytes of a link form

	// MaxTime is how long a run lasts at most, and so when its last action may
	// be and how long a pause.
	MaxTime = 10 * trace.Minute
)

// Run says all there is to say about a run.
type Run struct {
	Engine   string // the engine version; empty for the one that runs it
	Scenario string
	Params   []Param // in the order given; a later one of the same name wins
	Seed     uint64
	Choices  []Choice
	Actions  []Action
}

// Param changes one parameter of the scenario, such as ttl to 30s.
type Param struct{ Name, Value string }

// Choice overrides the draw that Key names: see package choice.
type Choice struct {
	Key  string
	Pick uint64
}

// Action is what somebody did to the world at one instant.
type Action struct {
	At   trace.Time
	Verb Verb
	Node trace.NodeID   // of a crash, restart or command; or else
	Who  trace.ClientID // of a crash, restart or pause
	Data Data           // of a node's crash
	For  trace.Duration // of a pause, in true time
	Args []string       // of a command
}

// Verb is what an action does.
type Verb uint8

// The verbs, in the order of the link form: append new ones at the end.
const (
	Crash   Verb = iota + 1 // a node or a client stops dead
	Restart                 // it comes back
	Pause                   // a client's whole process stands still
	Command                 // a node runs a command that a person typed
)

var verbs = [...]string{Crash: trace.WhatCrash, Restart: trace.WhatRestart, Pause: trace.WhatPause, Command: trace.WhatCommand}

// String returns the verb as it stands in an action's JSON.
func (v Verb) String() string {
	if v.Valid() {
		return verbs[v]
	}
	return "unknown"
}

// Valid tells whether v is one of the verbs above.
func (v Verb) Valid() bool { return v >= Crash && v <= Command }

// Data says what becomes of a crashed node's keys.
type Data uint8

// What a crash leaves behind.
const (
	Keep Data = iota
	Lose
)

// String returns keep or lose.
func (d Data) String() string {
	if d == Lose {
		return trace.DataLose
	}
	return trace.DataKeep
}
