package scenario

import (
	"strings"

	"lockstep/sim/run"
	"lockstep/sim/strictyaml"
	"lockstep/sim/trace"
	"lockstep/sim/world"
)

// usualLink is how messages travel where a file does not say.
var usualLink = world.Link{Min: trace.Millisecond, Max: 4 * trace.Millisecond}

func (r *worldReader) readNetwork(v strictyaml.Value) error {
	var links strictyaml.Value
	usual := &r.config.Network.Usual
	err := v.Fields(map[string]strictyaml.Reader{
		"latency": readLatency(usual),
		"loss":    strictyaml.Into(&usual.LossPPM, loss),
		"links":   later(&links),
	})
	if err != nil || links.IsZero() {
		return err
	}
	return links.Each("[{between: [A, n3], latency: 20ms}]", r.readLink)
}

// readLink reads an exception. What it does not name is as elsewhere.
func (r *worldReader) readLink(v strictyaml.Value) error {
	x := world.LinkException{Link: r.config.Network.Usual}
	err := v.Fields(map[string]strictyaml.Reader{
		"between": func(v strictyaml.Value) error {
			var ends []string
			if err := listOf("[A, n1]", &ends)(v); err != nil {
				return err
			}
			if len(ends) != len(x.Between) || ends[0] == ends[1] {
				return v.Errorf("a link is between two, such as [A, n1]")
			}
			for _, end := range ends {
				if err := mustBe(v, "machine", end, r.everybody()); err != nil {
					return err
				}
			}
			copy(x.Between[:], ends)
			return nil
		},
		"latency": readLatency(&x.Link),
		"loss":    strictyaml.Into(&x.Link.LossPPM, loss),
	}, "between")
	r.config.Network.Links = append(r.config.Network.Links, x)
	return err
}

// readLatency reads 5ms, or 1ms..4ms.
func readLatency(l *world.Link) strictyaml.Reader {
	return strictyaml.Set(func(text string) error {
		low, high, ranged := strings.Cut(text, "..")
		if !ranged {
			high = low
		}
		least, err := trace.ParseDuration(low)
		if err != nil {
			return err
		}
		most, err := trace.ParseDuration(high)
		if err != nil {
			return err
		}
		if least < trace.Microsecond || most < trace.Microsecond || least > run.MaxTime || most > run.MaxTime {
			return wrong("latency", "a latency is 5ms or 1ms..4ms, from 1us to 10m")
		}
		if most < least {
			return wrong("reversed", "the lesser comes first: "+high+".."+low, "latency", high+".."+low)
		}
		l.Min, l.Max = least, most
		return nil
	})
}
