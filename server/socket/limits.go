package socket

import (
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"github.com/gorilla/websocket"
)

// Limits bound what pages can ask of a hub. [DefaultLimits] suits a class.
type Limits struct {
	Conns        int // open connections
	ConnsPerAddr int // of them, from one address; a class often shares one

	AsksPerSecond int // in the long run, for one connection
	AskBurst      int // questions that may come at once

	WriteWait time.Duration // how long a page may take to read a frame
	PongWait  time.Duration // how long a page may be silent
	PingEvery time.Duration // must be well below PongWait, and below a proxy's patience
	CloseWait time.Duration // how long a page may take to confirm that it closes

	BatchBytes int // about how large a batch may be in memory; an event alone may be larger
	Queue      int // frames that may wait to be written
}

// DefaultLimits returns limits for a class of 300 behind one address.
func DefaultLimits() Limits {
	return Limits{
		Conns: 2000, ConnsPerAddr: 600,
		AsksPerSecond: 20, AskBurst: 40,
		WriteWait: 10 * time.Second, PongWait: 70 * time.Second, PingEvery: 25 * time.Second, CloseWait: time.Second,
		BatchBytes: 1 << 20, Queue: 4,
	}
}

// Close codes. The reasons beside them are for people.
const (
	CloseStopping  = websocket.CloseGoingAway       // come back in a moment
	CloseMalformed = websocket.CloseProtocolError   // this was no frame of ours
	CloseText      = websocket.CloseUnsupportedData // frames are binary
	CloseTooLarge  = websocket.CloseMessageTooBig   // over wire.MaxAsk
)

// sameHost tells whether a handshake comes from a page of this server, or from no
// page at all: programs send no Origin.
func sameHost(r *http.Request) bool {
	origin := r.Header.Get("Origin")
	if origin == "" {
		return true
	}
	u, err := url.Parse(origin)
	return err == nil && u.Host != "" && strings.EqualFold(u.Host, r.Host)
}

// neighbourhood is what ConnsPerAddr counts: an IPv4 address, or the /64 that one
// IPv6 customer has.
func neighbourhood(remote string) string {
	ap, err := netip.ParseAddrPort(remote)
	if err != nil {
		return remote
	}
	addr := ap.Addr().Unmap().WithZone("")
	if addr.Is6() {
		if p, err := addr.Prefix(64); err == nil {
			return p.String()
		}
	}
	return addr.String()
}

// bucket says how long a page that sends too much must wait. The zero bucket is
// full.
type bucket struct {
	full time.Time // when it will have refilled
}

// take takes one token, of which perSecond come back each second up to burst, and
// returns how long to wait until it is there.
func (b *bucket) take(now time.Time, perSecond, burst int) time.Duration {
	if b.full.Before(now) {
		b.full = now
	}
	each := time.Second / time.Duration(perSecond)
	b.full = b.full.Add(each)
	return max(0, b.full.Sub(now)-time.Duration(burst)*each)
}
