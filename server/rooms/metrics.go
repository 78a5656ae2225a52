package rooms

import (
	"github.com/prometheus/client_golang/prometheus"
)

// metrics counts what happens in all rooms, and never in which or by whom.
type metrics struct {
	rooms, members                   prometheus.Gauge
	frames, bytes                    prometheus.Counter // written to members
	commands                         *prometheus.CounterVec
	refusals                         *prometheus.CounterVec
	votes                            prometheus.Counter
	full, resyncs, dropped, resumed  prometheus.Counter
	pushed, unpushed, wrong, refused prometheus.Counter
	commit                           prometheus.Histogram
}

// newMetrics makes them, and registers them if there is where.
func newMetrics(at prometheus.Registerer) *metrics {
	m := new(metrics)
	add := func(c prometheus.Collector) {
		if at != nil {
			at.MustRegister(c)
		}
	}
	gauge := func(name, help string) prometheus.Gauge {
		g := prometheus.NewGauge(prometheus.GaugeOpts{Namespace: "lockstep", Name: name, Help: help})
		add(g)
		return g
	}
	counter := func(name, help string) prometheus.Counter {
		c := prometheus.NewCounter(prometheus.CounterOpts{Namespace: "lockstep", Name: name, Help: help})
		add(c)
		return c
	}
	by := func(name, label, help string) *prometheus.CounterVec {
		c := prometheus.NewCounterVec(prometheus.CounterOpts{Namespace: "lockstep", Name: name, Help: help}, []string{label})
		add(c)
		return c
	}
	m.rooms = gauge("rooms", "Rooms that have not ended.")
	m.members = gauge("room_members", "Pages connected to rooms.")
	m.frames = counter("room_frames_total", "Frames written to members.")
	m.bytes = counter("room_bytes_total", "Bytes of those frames, without their headers.")
	m.commands = by("room_commands_total", "do", "Commands carried out.")
	m.refusals = by("room_refusals_total", "why", "Commands refused.")
	m.votes = counter("room_votes_total", "Votes stored and acknowledged.")
	m.full = counter("room_queues_full_total", "Queues of members that ran full.")
	m.resyncs = counter("room_snapshots_total", "Rooms sent as a whole.")
	m.resumed = counter("room_resumes_total", "Members that went on from where they were.")
	m.dropped = counter("room_drops_total", "Members dropped because they took nothing.")
	m.pushed = counter("room_pushes_total", "Runs shown whose events went with the frame.")
	m.unpushed = counter("room_pushes_missing_total", "Runs shown whose events pages had to ask for.")
	m.wrong = counter("room_wrong_codes_total", "Codes tried of which there is no room.")
	m.refused = counter("room_members_refused_total", "Pages that were not let into a room.")
	m.commit = prometheus.NewHistogram(prometheus.HistogramOpts{
		Namespace: "lockstep", Name: "room_vote_stored_seconds", Help: "From a vote to its acknowledgement.",
		Buckets: []float64{.001, .002, .005, .01, .02, .05, .1, .2, .5, 1, 5},
	})
	add(m.commit)
	return m
}
