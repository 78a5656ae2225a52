package turns

import (
	"context"
	"net/netip"
)

// Place is what an asker at a remote address, as of [net/http.Request], counts with: an
// IPv4 address, or the /64 that one IPv6 customer has.
func Place(remote string) string {
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

type placeKey struct{}

// For returns a context whose turns are a place's. Where none is named they are the
// server's own, which is a place like any other.
func For(ctx context.Context, place string) context.Context {
	return context.WithValue(ctx, placeKey{}, place)
}

// Of is whose turns those of a context are: empty for the server's own.
func Of(ctx context.Context) string {
	place, _ := ctx.Value(placeKey{}).(string)
	return place
}
