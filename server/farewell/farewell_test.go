package farewell

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"
)

// The other end learns why we end a connection, and is told nothing where it has ended by
// itself.
func TestSay(t *testing.T) {
	for _, row := range []struct {
		name  string
		cause error
		want  int
	}{
		{"we end it", &Farewell{Code: 4010, Reason: "Over."}, 4010},
		{"it has ended", errors.New("gone"), websocket.CloseAbnormalClosure},
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			ws, err := new(websocket.Upgrader).Upgrade(w, r, nil)
			if err != nil {
				t.Error(err)
				return
			}
			defer ws.Close()
			ctx, cancel := context.WithCancelCause(r.Context())
			cancel(row.cause)
			left := make(chan struct{})
			go func() {
				defer close(left)
				ws.ReadMessage()
			}()
			Say(ctx, ws, time.Minute, left)
		}))
		ws, _, err := websocket.DefaultDialer.Dial("ws"+strings.TrimPrefix(server.URL, "http"), nil)
		if err != nil {
			t.Fatal(err)
		}
		_, _, err = ws.ReadMessage()
		var closed *websocket.CloseError
		if errors.As(err, &closed); closed == nil && !errors.Is(err, io.ErrUnexpectedEOF) || closed != nil && closed.Code != row.want {
			t.Errorf("%s: it learns %v", row.name, err)
		}
		ws.Close()
		server.Close()
	}
}
