package rooms

import (
	"encoding/json"
	"fmt"

	"github.com/gorilla/websocket"

	"lockstep/server/room"
)

// told is what a text frame to a page says; what it does not is left out.
type told struct {
	Seq   int        `json:"seq,omitempty"`
	Prev  *int       `json:"prev,omitempty"`
	Epoch string     `json:"epoch,omitempty"`
	By    int        `json:"by,omitempty"`
	N     int        `json:"n,omitempty"`
	Room  *room.View `json:"room,omitempty"`

	Beat int        `json:"beat,omitempty"` // the last frame's Seq, which is at least 1
	Head *room.Head `json:"head,omitempty"`

	You *room.YouView `json:"you,omitempty"`
	Own *room.OwnView `json:"own,omitempty"`

	Ack   *int         `json:"ack,omitempty"`
	No    *int         `json:"no,omitempty"`
	Why   room.Refusal `json:"why,omitempty"`
	Field string       `json:"field,omitempty"` // that is wrong
}

// text writes it.
func (t told) text() []byte {
	b, err := json.Marshal(t)
	if err != nil {
		panic(fmt.Sprintf("rooms: a frame that cannot be written: %v", err)) // it is of our own types
	}
	return b
}

// message is a frame as it goes out: to one member, or prepared for many, so that it is
// made once whoever gets it.
type message struct {
	kind     int // of websocket
	bytes    []byte
	prepared *websocket.PreparedMessage // nil for one member
}

// forOne is a text frame to one member.
func forOne(t told) message { return message{kind: websocket.TextMessage, bytes: t.text()} }

// forMany is a frame to many members.
func forMany(kind int, bytes []byte) message {
	p, err := websocket.NewPreparedMessage(kind, bytes)
	if err != nil {
		panic(fmt.Sprintf("rooms: a frame that cannot be prepared: %v", err)) // only for an unknown kind
	}
	return message{kind, bytes, p}
}

// write writes the frame.
func (m message) write(ws *websocket.Conn) error {
	if m.prepared != nil {
		return ws.WritePreparedMessage(m.prepared)
	}
	return ws.WriteMessage(m.kind, m.bytes)
}

// item is what waits for a member: a frame, behind the events of the run that it shows.
type item struct {
	push *push // nil for none
	text message
}

// size is how many bytes go out, but for what frames add.
func (i item) size() int {
	n := len(i.text.bytes)
	if i.push != nil {
		n += i.push.size
	}
	return n
}

// personal tells whether it is for one member alone.
func (i item) personal() bool { return i.text.prepared == nil }
