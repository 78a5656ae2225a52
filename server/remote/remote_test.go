package remote

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"

	"lockstep/server/turns"
)

var proxies = []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("fd00::/8")}

func TestAddress(t *testing.T) {
	for _, row := range []struct {
		name, peer string
		forwarded  []string
		want       string
	}{
		{"nobody between", "192.0.2.7:1", nil, "192.0.2.7"},
		{"a proxy", "10.1.2.3:1", []string{"192.0.2.7"}, "192.0.2.7"},
		{"two proxies", "10.1.2.3:1", []string{"192.0.2.7, 10.9.9.9"}, "192.0.2.7"},
		{"two proxies, a header each", "10.1.2.3:1", []string{"192.0.2.7", "10.9.9.9"}, "192.0.2.7"},
		{"a lie before the proxy", "10.1.2.3:1", []string{"1.1.1.1, 192.0.2.7"}, "192.0.2.7"},
		{"a lie without a proxy", "192.0.2.7:1", []string{"10.0.0.1"}, "192.0.2.7"},
		{"a lie that names proxies", "10.1.2.3:1", []string{"10.0.0.1, 192.0.2.7, 10.0.0.2"}, "192.0.2.7"},
		{"with a port", "10.1.2.3:1", []string{"192.0.2.7:4711"}, "192.0.2.7"},
		{"IPv6", "[fd00::1]:1", []string{"2001:db8::7"}, "2001:db8::7"},
		{"IPv6 with a port", "[fd00::1]:1", []string{"[2001:db8::7]:443"}, "2001:db8::7"},
		{"IPv4 in IPv6", "[::ffff:10.1.2.3]:1", []string{"::ffff:192.0.2.7"}, "192.0.2.7"},
		{"nonsense", "10.1.2.3:1", []string{"192.0.2.7, unknown"}, "10.1.2.3"},
		{"proxies alone", "10.1.2.3:1", []string{"10.0.0.9"}, "10.0.0.9"},
		{"nothing said", "10.1.2.3:1", nil, "10.1.2.3"},
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = row.peer
		r.Header["X-Forwarded-For"] = row.forwarded
		if got := Address(r, proxies).String(); got != row.want {
			t.Errorf("%s: %s, want %s", row.name, got, row.want)
		}
	}
	r := httptest.NewRequest("GET", "/", nil)
	r.RemoteAddr = "pipe"
	if got := Address(r, proxies); got.IsValid() {
		t.Errorf("a pipe has the address %s", got)
	}
}

// What a stranger says of itself reaches no handler; what a proxy says does.
func TestBehind(t *testing.T) {
	for _, row := range []struct {
		name, peer, origin, place string
	}{
		{"a stranger", "203.0.113.9:5", "http://inside.test", "203.0.113.9"},
		{"a proxy", "10.1.2.3:5", "https://lockstep.test", "192.0.2.7"},
	} {
		r := httptest.NewRequest("GET", "http://inside.test/", nil)
		r.RemoteAddr = row.peer
		r.Header.Set("X-Forwarded-For", "192.0.2.7")
		r.Header.Set("X-Forwarded-Host", "lockstep.test")
		r.Header.Set("X-Forwarded-Proto", "https")
		door := &Door{Proxies: proxies, Log: slog.New(slog.DiscardHandler)}
		door.Behind(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			if got := Origin(r); got != row.origin {
				t.Errorf("%s: reached at %s, want %s", row.name, got, row.origin)
			}
			if got, turn := turns.Place(r.RemoteAddr), turns.Of(r.Context()); got != row.place || turn != row.place {
				t.Errorf("%s: comes from %s, in turns of %s; want %s", row.name, got, turn, row.place)
			}
		})).ServeHTTP(httptest.NewRecorder(), r)
		if r.Header.Get("X-Forwarded-Host") == "" {
			t.Errorf("%s: its request was changed under others", row.name)
		}
	}
}
