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

type askerKey struct{}

// asker is whom a turn is for.
type asker struct{ place, session string }

// For returns a context whose turns are a place's. Where none is named they are the
// server's own, which is a place like any other.
func For(ctx context.Context, place string) context.Context {
	return context.WithValue(ctx, askerKey{}, asker{place: place})
}

// As returns a context whose turns are those of a session at the context's place. Where
// none is named they are those of all there that have none.
func As(ctx context.Context, session string) context.Context {
	return context.WithValue(ctx, askerKey{}, asker{Of(ctx), session})
}

// Of is whose turns those of a context are: empty for the server's own.
func Of(ctx context.Context) string { return of(ctx).place }

func of(ctx context.Context) asker {
	who, _ := ctx.Value(askerKey{}).(asker)
	return who
}
