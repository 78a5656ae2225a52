package socket

import (
	"runtime"
	"time"

	"github.com/gorilla/websocket"
)

// Limits bound what pages can ask of a hub. [DefaultLimits] suits a class.
type Limits struct {
	Conns        int // open connections
	ConnsPerAddr int // of them, from one address; a school often shares one

	AsksPerSecond int // in the long run, for one connection
	AskBurst      int // questions that may come at once

	WriteWait time.Duration // how long a page may take to read a frame
	PongWait  time.Duration // how long a page may be silent
	PingEvery time.Duration // must be well below PongWait, and below a proxy's patience
	CloseWait time.Duration // how long a page may take to confirm that it closes

	BatchBytes  int // about how large a batch may be in memory; an event alone may be larger
	LightBytes  int // a trace that takes no more in memory is sent whatever else is being sent
	AnswerBytes int // what all others may take together while they are sent or judged

	Bases       int // of how many runs it is found at once what the page has of them
	Judges      int // how many runs are judged or compared at once
	Outcomes    int // of how many runs it is remembered how they come out
	Comparisons int // of how many pairs of runs it is remembered what makes them different
}

// DefaultLimits returns limits for a room's 5,000 viewers behind one address, and others.
func DefaultLimits() Limits {
	return Limits{
		Conns: 12_000, ConnsPerAddr: 6000,
		AsksPerSecond: 20, AskBurst: 40,
		WriteWait: 10 * time.Second, PongWait: 70 * time.Second, PingEvery: 25 * time.Second, CloseWait: time.Second,
		BatchBytes: 256 << 10, LightBytes: 512 << 10, AnswerBytes: 256 << 20,
		Bases: runtime.GOMAXPROCS(0), Judges: max(1, runtime.GOMAXPROCS(0)/2), Outcomes: 4096, Comparisons: 1024,
	}
}

// Close codes. The reasons beside them are for people.
const (
	CloseStopping  = websocket.CloseGoingAway       // come back in a moment
	CloseMalformed = websocket.CloseProtocolError   // this was no frame of ours
	CloseText      = websocket.CloseUnsupportedData // frames are binary
	CloseTooLarge  = websocket.CloseMessageTooBig   // over wire.MaxQuestion
)
