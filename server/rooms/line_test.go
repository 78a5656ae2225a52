package rooms

import (
	"bytes"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"lockstep/server/room"
)

// Of what was written to a line that is too slow the system keeps little, and once the page is
// dropped it sends no more of it: the page comes anew, and would else be shown what was.
func TestSlowLineHoldsLittle(t *testing.T) {
	limits := DefaultLimits()
	limits.WriteWait = 100 * time.Millisecond
	rs := &Rooms{limits: limits, metrics: newMetrics(nil)}
	const frame = 64 << 10
	written := make(chan int)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ws, err := rs.upgrader.Upgrade(w, r, nil)
		if err != nil {
			t.Error(err)
			return
		}
		m := rs.newMember(&Room{code: room.Code("K7M4QX")}, ws, "en")
		m.bound()
		n, large := 0, forMany(websocket.BinaryMessage, bytes.Repeat([]byte("x"), frame))
		for m.writeMessage(large) == nil {
			n++
		}
		m.forget()
		ws.Close()
		written <- n
	}))
	defer server.Close()
	narrow := net.Dialer{Control: func(_, _ string, c syscall.RawConn) error {
		return c.Control(func(fd uintptr) {
			if err := syscall.SetsockoptInt(int(fd), syscall.SOL_SOCKET, syscall.SO_RCVBUF, 4<<10); err != nil {
				t.Error(err)
			}
		})
	}}
	dialer := websocket.Dialer{NetDial: narrow.Dial}
	ws, _, err := dialer.Dial("ws"+strings.TrimPrefix(server.URL, "http"), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer ws.Close()
	n := <-written
	if n*frame > 512<<10 {
		t.Errorf("%d KiB were written to a page that reads nothing", n*frame>>10)
	}
	read := 0
	for {
		if _, _, err = ws.ReadMessage(); err != nil {
			break
		}
		read++
	}
	if n == 0 || read >= n {
		t.Errorf("of %d frames the page read %d after it was dropped (%v)", n, read, err)
	}
}
