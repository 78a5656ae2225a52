package benchrooms

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"golang.org/x/sync/errgroup"

	"lockstep/server/rooms"
)

// audienceEnv holds what the second process is told: an [invitation].
const audienceEnv = "LOCKSTEP_BENCH_AUDIENCE"

// invitation is to whom the audience comes, and how many.
type invitation struct {
	Kind    string // of server: see kinds
	Address string
	Viewers int
	Epoch   int64 // Unix time in ns, from which the frames' stamps count
	Skip    int   // stamped frames whose latency does not count
}

// The test binary is the server, and run once more by it the audience.
func TestMain(m *testing.M) {
	if text := os.Getenv(audienceEnv); text != "" {
		if err := attend(text); err != nil {
			fmt.Fprintln(os.Stderr, "audience:", err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// kind is how to watch a server of some kind.
type kind struct {
	dial func(address string) (watch, io.Closer, error)

	enters func(f frame) bool // it says that the viewer is in
	tells  func(f frame) bool // it is part of a moment
}

// watch returns what comes next.
type watch func() ([]frame, error)

type frame struct {
	bytes  []byte
	binary bool
}

var kinds = map[string]kind{
	"ours": {
		dial:   dialRoom,
		enters: func(f frame) bool { return f.has(`"prev":0,`) },
		tells:  func(f frame) bool { return f.binary || f.closes() },
	},
	"floor": {
		dial:   dialFloor,
		enters: func(frame) bool { return true },
		tells:  func(frame) bool { return true },
	},
	"centrifuge": {
		dial:   dialCentrifuge,
		enters: func(f frame) bool { return f.has(`"connect":`) },
		tells:  func(f frame) bool { return f.has(`"pub":`) },
	},
}

func (f frame) has(what string) bool { return bytes.Contains(f.bytes, []byte(what)) }

// closes tells whether the frame is the last of a moment. Others of a room say how many are
// there, or that nothing is new.
func (f frame) closes() bool {
	return !f.binary && f.has(`"prev":`) && (f.has(`"head":{`) || f.has(`"poll":{`))
}

// sent is the frame's stamp, in µs.
func (f frame) sent() (at int64, ok bool) {
	_, rest, ok := bytes.Cut(f.bytes, []byte(`"head":{"at":`))
	if !ok {
		return 0, false
	}
	digits, _, _ := bytes.Cut(rest, []byte(","))
	at, err := strconv.ParseInt(string(digits), 10, 64)
	return at, err == nil
}

// audience is everybody who watches.
type audience struct {
	invitation
	kind kind

	in, frames, closed      atomic.Int64
	firstFrames, firstTells atomic.Int64 // of the first viewer, who looks into what is pushed
}

// viewer is one of them.
type viewer struct {
	first   bool
	in      bool
	stamped int
	took    []int64 // µs
}

// attend watches until the standard input ends, and says on the standard output when all are
// in ("ready"), when all have a moment ("done", with how many
// events the first viewer was told, in how many frames, and in how many all were), and last how long the
// moments took to reach them ("took" and, in µs, p50 and p99).
func attend(text string) error {
	a := new(audience)
	if err := json.Unmarshal([]byte(text), &a.invitation); err != nil {
		return err
	}
	a.kind = kinds[a.Kind]
	viewers := make([]viewer, a.Viewers)
	viewers[0].first = true
	seats := make([]io.Closer, a.Viewers)
	var watching sync.WaitGroup
	var coming errgroup.Group
	coming.SetLimit(32)
	for i := range viewers {
		coming.Go(func() error {
			next, seat, err := a.kind.dial(a.Address)
			if err != nil {
				return fmt.Errorf("viewer %d of %d: %w", i+1, a.Viewers, err)
			}
			seats[i] = seat
			watching.Go(func() { a.watch(&viewers[i], next) })
			return nil
		})
	}
	if err := coming.Wait(); err != nil {
		return err
	}
	io.Copy(io.Discard, os.Stdin)
	for _, seat := range seats {
		seat.Close()
	}
	watching.Wait()
	var took []int64
	for i := range viewers {
		took = append(took, viewers[i].took...)
	}
	if len(took) == 0 {
		return fmt.Errorf("nobody saw anything")
	}
	slices.Sort(took)
	fmt.Println("took", took[len(took)/2], took[len(took)*99/100])
	return nil
}

func (a *audience) watch(v *viewer, next watch) {
	for {
		frames, err := next()
		if err != nil {
			return // the server misses what this viewer should have said
		}
		now := time.Now().UnixNano()
		for _, f := range frames {
			a.take(v, f, (now-a.Epoch)/1000)
		}
	}
}

// take takes a frame that came at some µs.
func (a *audience) take(v *viewer, f frame, now int64) {
	if !v.in {
		if v.in = a.kind.enters(f); v.in && a.in.Add(1) == int64(a.Viewers) {
			fmt.Println("ready")
		}
		return
	}
	if !a.kind.tells(f) {
		return
	}
	a.frames.Add(1)
	if v.first {
		a.firstFrames.Add(1)
		a.firstTells.Add(told(f))
	}
	if !f.closes() {
		return
	}
	if at, ok := f.sent(); ok {
		if v.stamped++; v.stamped > a.Skip {
			v.took = append(v.took, now-at)
		}
	}
	if a.closed.Add(1)%int64(a.Viewers) == 0 {
		fmt.Println("done", a.firstTells.Load(), a.firstFrames.Load(), a.frames.Load())
	}
}

// told is how many events a frame tells.
func told(f frame) int64 {
	if f.binary {
		return int64(eventsOf(f.bytes))
	}
	return 1
}

// dialRoom enters a room as a person whom it has not seen before.
func dialRoom(address string) (watch, io.Closer, error) {
	ws, _, err := dialer.Dial(address, cookie(rooms.NewPerson(false)))
	if err != nil {
		return nil, nil, err
	}
	return func() ([]frame, error) {
		kind, b, err := ws.ReadMessage()
		return []frame{{b, kind == websocket.BinaryMessage}}, err
	}, ws, nil
}

func cookie(c *http.Cookie) http.Header { return http.Header{"Cookie": {c.Name + "=" + c.Value}} }

var dialer = &websocket.Dialer{ReadBufferSize: 4 << 10, WriteBufferSize: 1 << 10, WriteBufferPool: &sync.Pool{}}

// dialCentrifuge connects as that library's protocol has it: a frame is some lines, and an
// empty object is a ping that wants another.
func dialCentrifuge(address string) (watch, io.Closer, error) {
	ws, _, err := dialer.Dial(address, nil)
	if err != nil {
		return nil, nil, err
	}
	if err := ws.WriteMessage(websocket.TextMessage, []byte(`{"id":1,"connect":{}}`)); err != nil {
		return nil, nil, err
	}
	return func() (frames []frame, err error) {
		_, b, err := ws.ReadMessage()
		for line := range bytes.Lines(b) {
			if line = bytes.TrimSpace(line); string(line) != "{}" {
				frames = append(frames, frame{bytes: line})
			} else if err := ws.WriteMessage(websocket.TextMessage, line); err != nil {
				return nil, err
			}
		}
		return frames, err
	}, ws, nil
}

// dialFloor connects to the floor, whose frames have their length before them.
func dialFloor(address string) (watch, io.Closer, error) {
	conn, err := net.Dial("tcp", address)
	if err != nil {
		return nil, nil, err
	}
	r := bufio.NewReader(conn)
	return func() ([]frame, error) {
		var length [4]byte
		if _, err := io.ReadFull(r, length[:]); err != nil {
			return nil, err
		}
		b := make([]byte, binary.BigEndian.Uint32(length[:]))
		_, err := io.ReadFull(r, b)
		return []frame{{bytes: b}}, err
	}, conn, nil
}
