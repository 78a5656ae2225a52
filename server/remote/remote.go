// Package remote finds out who is at the other end of a request: from which address it
// comes, by which address the server was reached, and whether a page of our own sends it.
//
// A server behind a proxy sees the proxy's address. What the proxy says of the other side,
// in the headers X-Forwarded-For, -Host and -Proto, anybody else can say too: a [Door]
// believes it of trusted proxies alone, and lets nobody else's through to the handlers.
package remote

import (
	"fmt"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
)

// What a proxy says.
const (
	forwardedFor   = "X-Forwarded-For"
	forwardedHost  = "X-Forwarded-Host"
	forwardedProto = "X-Forwarded-Proto"
)

// Address is where a request comes from: of the addresses that it has passed, the last
// which is no trusted proxy's. It is the zero Addr if the request is of no network.
func Address(r *http.Request, trusted []netip.Prefix) netip.Addr {
	addr := peer(r)
	hops := strings.Split(strings.Join(r.Header.Values(forwardedFor), ","), ",")
	for i := len(hops) - 1; i >= 0 && within(addr, trusted); i-- {
		hop, err := parse(strings.TrimSpace(hops[i]))
		if err != nil {
			break // whatever stands before it, nobody we trust has said it
		}
		addr = hop
	}
	return addr
}

// Secure tells whether whoever sent the request did so under TLS. It is for handlers behind
// a [Door].
func Secure(r *http.Request) bool {
	return r.TLS != nil || strings.EqualFold(last(r.Header.Get(forwardedProto)), "https")
}

// Origin is the server as the other end sees it, such as https://lockstep.test. It is for
// handlers behind a [Door].
func Origin(r *http.Request) string {
	if Secure(r) {
		return "https://" + r.Host
	}
	return "http://" + r.Host
}

// Foreign says why a handshake may not come in, or nothing: it must be of a page
// of this server, or of no page at all, since programs send no Origin.
func Foreign(r *http.Request) string {
	origins := r.Header.Values("Origin")
	switch {
	case len(origins) == 0:
		return ""
	case len(origins) > 1:
		return fmt.Sprintf("a page has one Origin, and this handshake names %d", len(origins))
	}
	if u, err := url.Parse(origins[0]); err == nil && u.Host != "" && strings.EqualFold(u.Host, r.Host) {
		return ""
	}
	return fmt.Sprintf("a page from %.200s may not use the socket of %.200s. A proxy in front of Lockstep must pass the Host header on, or --public-url say where browsers find it.", origins[0], r.Host)
}

// peer is the other end of the connection.
func peer(r *http.Request) netip.Addr {
	addr, err := parse(r.RemoteAddr)
	if err != nil {
		return netip.Addr{}
	}
	return addr
}

// parse reads an address with or without a port, as proxies write both.
func parse(s string) (netip.Addr, error) {
	if ap, err := netip.ParseAddrPort(s); err == nil {
		return ap.Addr().Unmap().WithZone(""), nil
	}
	addr, err := netip.ParseAddr(strings.Trim(s, "[]"))
	return addr.Unmap().WithZone(""), err
}

func within(addr netip.Addr, prefixes []netip.Prefix) bool {
	for _, p := range prefixes {
		if p.Contains(addr) {
			return true
		}
	}
	return false
}

// last is the last of a list's items: what the nearest proxy says.
func last(list string) string { return strings.TrimSpace(list[strings.LastIndexByte(list, ',')+1:]) }
