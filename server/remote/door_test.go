package remote

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// A proxy that passes on no Host: pages of the address that the server was told come in, as
// secure as that is, and nobody else does.
func TestPublicAddress(t *testing.T) {
	public, err := url.Parse("https://lockstep.test/class/")
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		name, origin string
		public       *url.URL
		in, secure   bool
	}{
		{"its page", "https://lockstep.test", public, true, true},
		{"its page in capitals", "HTTPS://LOCKSTEP.TEST", public, true, true},
		{"its page, and the server was not told", "https://lockstep.test", nil, false, false},
		{"its page without TLS", "http://lockstep.test", public, false, false},
		{"another's page", "https://elsewhere.test", public, false, false},
		{"a page at the server itself", "http://inside.test", public, true, false},
		{"no page", "", public, true, false},
	} {
		r := httptest.NewRequest("GET", "http://inside.test/ws", nil)
		if row.origin != "" {
			r.Header.Set("Origin", row.origin)
		}
		door := &Door{Public: row.public, Log: slog.New(slog.DiscardHandler)}
		door.Behind(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			if why := Foreign(r); (why == "") != row.in || Secure(r) != row.secure {
				t.Errorf("%s: refused by %q, secure: %t", row.name, why, Secure(r))
			}
		})).ServeHTTP(httptest.NewRecorder(), r)
	}
}

// Whoever sets up a proxy learns from the log what is wrong with it, and is not flooded.
func TestDoorTellsOfProxies(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		door := &Door{Log: slog.New(slog.NewTextHandler(&log, nil))}
		in := door.Behind(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
		send := func(peer, origin, forwarded string) (told int, text string) {
			log.Reset()
			for range 100 {
				r := httptest.NewRequest("GET", "http://inside.test/ws", nil)
				r.RemoteAddr = peer
				for name, value := range map[string]string{"Origin": origin, "X-Forwarded-For": forwarded} {
					if value != "" {
						r.Header.Set(name, value)
					}
				}
				in.ServeHTTP(httptest.NewRecorder(), r)
			}
			return strings.Count(log.String(), "\n"), log.String()
		}
		for range 2 {
			if n, text := send("203.0.113.9:5", "https://lockstep.test", ""); n != 1 || !strings.Contains(text, "--public-url") {
				t.Errorf("of a page of another host it tells %d times: %s", n, text)
			}
			if n, text := send("10.1.2.3:5", "", "192.0.2.7"); n != 1 || !strings.Contains(text, "--trusted-proxy") || strings.Contains(text, "192.0.2.7") {
				t.Errorf("of a proxy that is not trusted it tells %d times: %s", n, text)
			}
			if n, text := send("203.0.113.9:5", "http://inside.test", "192.0.2.7"); n != 0 {
				t.Errorf("of what a stranger says it tells %s", text)
			}
			if n, text := send("10.1.2.3:5", "https://lockstep.test", "192.0.2.7"); n != 0 {
				t.Errorf("within the minute it tells %s", text)
			}
			time.Sleep(time.Minute) // virtual
		}
	})
}
