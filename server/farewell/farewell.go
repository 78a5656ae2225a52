// Package farewell ends WebSockets with a word. A connection's context is cancelled with a
// [Farewell] as its cause, by whoever ends the connection; whoever writes to it says that
// last.
package farewell

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/gorilla/websocket"
)

// Farewell is why we end a connection, as its close frame says it. The reason is for people.
type Farewell struct {
	Code   int
	Reason string
}

func (f *Farewell) Error() string {
	return fmt.Sprintf("the connection was closed with %d: %s", f.Code, f.Reason)
}

// Say says why, if it is we who end the connection whose context has ended, and gives the
// page so long to confirm: until left is closed, by whoever reads. Closing at once would
// reset the connection, and the page might never learn why.
func Say(ctx context.Context, ws *websocket.Conn, wait time.Duration, left <-chan struct{}) {
	var f *Farewell
	if !errors.As(context.Cause(ctx), &f) {
		return
	}
	err := ws.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(f.Code, f.Reason), time.Now().Add(wait))
	if err != nil {
		return
	}
	t := time.NewTimer(wait)
	defer t.Stop()
	select {
	case <-t.C:
	case <-left:
	}
}
