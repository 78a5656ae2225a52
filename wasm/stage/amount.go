package stage

import (
	"strings"

	"lockstep/sim/trace"
	"lockstep/wasm/hands"
	"lockstep/web/words"
)

// takeAmount does an offer by one of the amounts on offer: arg is the places of both.
func (s *Stage) takeAmount(arg string) {
	place, preset, _ := strings.Cut(arg, " ")
	o, i := s.offer(number(place)), number(preset)
	if o == nil || o.Amount == nil || i < 0 || i >= len(o.Amount.Presets) {
		return
	}
	s.act(o.Apply(o.Amount.Presets[i]))
}

// askAmount asks how much an offer is to be.
func (s *Stage) askAmount(arg string) {
	o := s.offer(number(arg))
	if o == nil || o.Amount == nil {
		return
	}
	s.openDialog(Amount)
	s.grip.amount = o
	s.view.SetText(AmountTitle, hands.Called(s.say, s.shown.player.State(), s.grip.of))
	s.view.SetText(AmountLabel, o.Label)
	s.view.SetText(AmountHint, s.bounds(o.Amount))
	s.view.SetValue(AmountValue, written(o.Amount.Presets[0]))
	s.view.Focus(AmountValue)
}

// written is a span as the field reads it, in whatever language: 1.5 s.
func written(d trace.Duration) string {
	text := d.String()
	digits := strings.TrimRight(text, "ums")
	return digits + " " + text[len(digits):]
}

func (s *Stage) bounds(a *hands.Amount) string {
	return s.say.Say("viewer.amount.bounds", "least", words.Span(s.say, a.Least), "most", words.Span(s.say, a.Most))
}

// submitAmount does the offer by the amount that was written.
func (s *Stage) submitAmount(fields []Field) {
	o := s.grip.amount
	if o == nil {
		return
	}
	d, err := trace.ParseSignedDuration(strings.ReplaceAll(value(fields, "amount"), " ", ""))
	if err != nil || d < o.Amount.Least || d > o.Amount.Most {
		s.view.SetText(AmountHint, s.say.Say("viewer.amount.wrong")+" "+s.bounds(o.Amount))
		s.view.Focus(AmountValue)
		return
	}
	s.act(o.Apply(d))
}
