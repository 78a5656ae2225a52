package remote

import (
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"time"

	"lockstep/server/turns"
)

// Door is how requests come in.
type Door struct {
	Proxies []netip.Prefix // that are trusted
	Public  *url.URL       // where browsers find the server, if it has been told; else nil
	Log     *slog.Logger

	foreign, unheard seldom
}

// Behind serves requests as if they came straight from where [Address] says, and were sent
// to the host that a trusted proxy was asked for, or that a page of Public is of. Turns are
// shared out by that address. What looks like a proxy that is set up wrongly is logged.
func (d *Door) Behind(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, of *http.Request) {
		r := of.Clone(of.Context())
		if from := peer(r); within(from, d.Proxies) {
			if addr := Address(r, d.Proxies); addr != from {
				r.RemoteAddr = netip.AddrPortFrom(addr, 0).String()
			}
			if host := r.Header.Get(forwardedHost); host != "" {
				r.Host = last(host)
			}
		} else {
			d.hearNothing(r, from)
		}
		d.takeForPublic(r)
		if why := Foreign(r); why != "" {
			d.foreign.do(func() { d.Log.Warn("remote: "+why, "path", r.URL.Path) })
		}
		next.ServeHTTP(w, r.WithContext(turns.For(r.Context(), turns.Place(r.RemoteAddr))))
	})
}

// hearNothing forgets what a peer says that is no trusted proxy.
func (d *Door) hearNothing(r *http.Request, from netip.Addr) {
	if r.Header.Get(forwardedFor) != "" && (from.IsLoopback() || from.IsPrivate()) {
		d.unheard.do(func() {
			d.Log.Warn("remote: a proxy seems to be in front of Lockstep, and is not trusted: all behind it count as one address. Name it with --trusted-proxy", "proxy", from)
		})
	}
	for _, name := range []string{forwardedFor, forwardedHost, forwardedProto} {
		r.Header.Del(name)
	}
}

// takeForPublic takes a request of a page at Public for one that was sent there, whatever a
// proxy has made of its host: only pages of that origin name it, and whoever is no browser
// gains nothing by it.
func (d *Door) takeForPublic(r *http.Request) {
	if p := d.Public; p != nil && strings.EqualFold(r.Header.Get("Origin"), p.Scheme+"://"+p.Host) {
		r.Host = p.Host
		r.Header.Set(forwardedProto, p.Scheme)
	}
}

// seldom does something at most once a minute. The zero value is ready.
type seldom struct {
	mu   sync.Mutex
	next time.Time
}

func (s *seldom) do(what func()) {
	now := time.Now()
	s.mu.Lock()
	due := !now.Before(s.next)
	if due {
		s.next = now.Add(time.Minute)
	}
	s.mu.Unlock()
	if due {
		what()
	}
}
