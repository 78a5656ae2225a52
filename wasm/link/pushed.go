package link

import "lockstep/web/wire"

// keptPushes is of how many runs what was pushed is kept, in case the page wants it.
const keptPushes = 4

// pushes are what the server has sent unasked, by run, the newest last.
type pushes []pushed

type pushed struct {
	run     string
	batches []*wire.Batch // in the order in which they came
	base    string        // of which the first of them leaves out the beginning
	verdict *wire.Verdict // nil until it came
	lang    string        // of the verdict
}

// Pushed takes a frame that the server sent because the page would ask for it next, on
// whatever connection.
func (l *Link) Pushed(frame []byte) {
	p, err := wire.ReadPushed(frame)
	if err == wire.ErrVersion {
		l.outdated()
		return
	}
	if err != nil {
		return // what is missing is asked for
	}
	answer, err := wire.ReadAnswer(p.Answer)
	if err != nil {
		return
	}
	switch a := answer.(type) {
	case *wire.Batch:
		l.pushes.of(p.Run).add(p.Base, a)
	case *wire.Verdict:
		to := l.pushes.of(p.Run)
		to.verdict, to.lang = a, p.Lang
	}
	l.ask()
}

// of returns what was pushed of a run, and makes room for it.
func (all *pushes) of(run string) *pushed {
	for i := range *all {
		if (*all)[i].run == run {
			return &(*all)[i]
		}
	}
	if len(*all) == keptPushes {
		*all = append((*all)[:0], (*all)[1:]...)
	}
	*all = append(*all, pushed{run: run})
	return &(*all)[len(*all)-1]
}

// add takes a batch. One with the run's beginning replaces what came before.
func (p *pushed) add(base string, b *wire.Batch) {
	if len(b.Events) > 0 && b.Events[0].Seq == b.Same {
		p.base, p.batches = base, nil
	}
	p.batches = append(p.batches, b)
}

// serve gives a feed what was pushed of its run and it lacks. It tells whether there was
// any.
func (p *pushed) serve(f *Feed) (progress bool) {
	if p.fits(f) {
		for _, b := range p.batches {
			came, _ := f.add(b)
			progress = progress || came
		}
	}
	if p.verdict != nil && p.lang == f.judged.Lang && f.judged.Challenge == "" {
		progress = f.judge(p.verdict) || progress
	}
	return progress
}

// fits tells whether what the first batch leaves out is of the run from which the feed's
// grew. Whether the page has enough of that the feed sees by itself.
func (p *pushed) fits(f *Feed) bool {
	return f.base == nil || f.base.Run == p.base || len(p.batches) > 0 && p.batches[0].Same == 0
}

// served gives what was pushed to whatever wants it, and tells whether anything did: it
// may then want something else.
func (l *Link) served() bool {
	for _, w := range l.wants {
		f, ok := w.(*Feed)
		if !ok {
			continue
		}
		for i := range l.pushes {
			if p := &l.pushes[i]; p.run == f.run && p.serve(f) {
				return true
			}
		}
	}
	return false
}
