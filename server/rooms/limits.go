package rooms

import (
	"time"

	"github.com/gorilla/websocket"

	"lockstep/server/pace"
)

// Limits bound what can be asked of the rooms of a server.
type Limits struct {
	Rooms     int // that have not ended
	Kept      int // rooms at all; of those that have ended the oldest are forgotten
	Members   int // of a room
	PerPerson int // of them, pages of one person

	Commands   pace.Rate // of one page
	Heads      pace.Rate // of them, those that move the playhead or show a run
	Again      pace.Rate // of them, those that ask for the room as a whole
	Comes      pace.Rate // of one person, into a room
	WrongCodes pace.Rate // from one address
	NewRooms   pace.Rate // from one address

	Silence time.Duration // after which a room ends by itself
	Keep    time.Duration // how long it is kept after it was used last
	Linger  time.Duration // how long it stays in memory once it has ended and nobody looks at it

	Together   time.Duration // in which changes are told together
	Unhurried  time.Duration // and those that nobody waits for
	Queue      int           // frames that may wait for a member,
	QueueBytes int           // and bytes; of one alone as many as it has
	SendBuffer int           // bytes that have been written and may wait in the system
	Ring       int           // frames that a page may have missed

	BeatPlaying, BeatStill time.Duration // between two beats
	Draft                  time.Duration // how old a stored playhead may be

	WriteWait time.Duration // how long a page may take to read a frame
	PongWait  time.Duration // how long a page may be silent
	PingEvery time.Duration // must be well below PongWait
	CloseWait time.Duration // how long a page may take to confirm that it closes

	PushBytes  int           // what may be pushed of a run
	PushMemory int           // what is remembered of what was pushed, about
	PushWait   time.Duration // how long a page waits for it
}

// DefaultLimits suit a school.
func DefaultLimits() Limits {
	return Limits{
		Rooms: 1000, Kept: 10_000, Members: 5000, PerPerson: 8,
		Commands:   pace.Rate{Each: time.Second / 20, Burst: 40},
		Heads:      pace.Rate{Each: time.Second / 15, Burst: 30},
		Again:      pace.Rate{Each: time.Second, Burst: 5},
		Comes:      pace.Rate{Each: 2 * time.Second, Burst: 30},
		WrongCodes: pace.Rate{Each: 2 * time.Second, Burst: 60},
		NewRooms:   pace.Rate{Each: time.Minute, Burst: 10},
		Silence:    2 * time.Hour, Keep: 168 * time.Hour, Linger: 10 * time.Minute,
		Together: 40 * time.Millisecond, Unhurried: 250 * time.Millisecond, Queue: 32, QueueBytes: 256 << 10, SendBuffer: 64 << 10, Ring: 128,
		BeatPlaying: 5 * time.Second, BeatStill: 20 * time.Second, Draft: time.Second,
		WriteWait: 10 * time.Second, PongWait: 70 * time.Second, PingEvery: 25 * time.Second, CloseWait: time.Second,
		PushBytes: 4 << 20, PushMemory: 64 << 20, PushWait: 2 * time.Second,
	}
}

// Close codes. The reasons beside them are for people.
const (
	CloseStopping = websocket.CloseGoingAway       // come back in a moment
	CloseBinary   = websocket.CloseUnsupportedData // commands are text
	CloseTooLarge = websocket.CloseMessageTooBig   // over room.MaxCommand
	CloseLater    = websocket.CloseTryAgainLater   // too many wrong codes from this address, or a person comes too often
	CloseNoRoom   = 4010                           // there is no such room, or no more
	CloseFull     = 4011                           // as many are there as may be
	CloseTooMany  = 4012                           // as many pages of this person are
)
