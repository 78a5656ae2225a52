package benchrooms

import (
	"context"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/centrifugal/centrifuge"
	"github.com/prometheus/client_golang/prometheus"

	"lockstep/web/wall"
)

// serveCentrifuge serves one channel, which everybody who connects gets. The library is as it
// is by default, but that idle connections hold no write buffer: ours hold none either.
func serveCentrifuge(b *testing.B, _ int) server {
	const channel = "room"
	node, err := centrifuge.New(centrifuge.Config{Metrics: centrifuge.MetricsConfig{RegistererGatherer: prometheus.NewRegistry()}})
	if err != nil {
		b.Fatal(err)
	}
	node.OnConnecting(func(context.Context, centrifuge.ConnectEvent) (centrifuge.ConnectReply, error) {
		return centrifuge.ConnectReply{
			Credentials:   &centrifuge.Credentials{},
			Subscriptions: map[string]centrifuge.SubscribeOptions{channel: {}},
		}, nil
	})
	if err := node.Run(); err != nil {
		b.Fatal(err)
	}
	site := httptest.NewServer(centrifuge.NewWebsocketHandler(node, centrifuge.WebsocketConfig{UseWriteBufferPool: true}))
	publish := func(event []byte) {
		if _, err := node.Publish(channel, event); err != nil {
			b.Error(err)
		}
	}
	return server{
		address: "ws" + strings.TrimPrefix(site.URL, "http"),
		show: func(m *moment, at wall.Span) {
			for _, event := range m.events {
				publish(event)
			}
			publish(m.closing(at))
		},
		stop: func() {
			if err := node.Shutdown(b.Context()); err != nil {
				b.Error(err)
			}
			site.Close()
		},
	}
}
