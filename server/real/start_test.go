package real

import (
	"errors"
	"net"
	"os"
	"strconv"
	"testing"
)

// A port that somebody takes between its choice and the server's start is left to
// them, and another one tried.
func TestPortTaken(t *testing.T) {
	var others []net.Listener
	tries := 0
	p, err := start(t.Context(), Settings{}, func(_ string, port int) ([]string, error) {
		if tries++; tries <= 2 {
			l, err := net.Listen("tcp", loopback+":"+strconv.Itoa(port))
			others = append(others, l)
			return nil, err
		}
		return nil, nil
	})
	if errors.Is(err, ErrNotInstalled) && os.Getenv("CI") != "true" {
		t.Skip(err) // package realtest, which sees to that elsewhere, imports this one
	}
	if err != nil {
		t.Fatal(err)
	}
	defer p.Kill()
	if tries != 3 {
		t.Errorf("it started after %d tries, want 3", tries)
	}
	for _, l := range others {
		l.Close()
	}
	conn, err := net.Dial("tcp", p.Addr())
	if err != nil {
		t.Fatal(err)
	}
	conn.Close()
}
