package store

import (
	"slices"
	"time"

	"lockstep/server/room"
)

// together bounds what is committed in one go.
const together = 512

// run writes what comes, as much together as waits, until the store is closed. What could not
// be written it tries again after a moment, or with what comes before that.
func (s *Store) run() {
	defer close(s.ended)
	again := time.NewTimer(s.again)
	defer again.Stop()
	for {
		select {
		case <-s.wake:
		case <-again.C:
		}
		for {
			batch, closed := s.take()
			if len(batch) == 0 && closed {
				return
			} else if len(batch) == 0 {
				break
			}
			err := s.commit(batch)
			told(batch, err)
			if err == nil {
				continue
			}
			if closed {
				s.left = err
				told(s.giveUp(), err)
				return
			}
			s.putBack(facts(batch))
			again.Reset(s.again)
			break
		}
	}
}

// told tells whoever waits what came of a batch.
func told(batch []*job, err error) {
	for _, j := range batch {
		for _, done := range j.done {
			done(err)
		}
		j.done = nil
	}
}

// take takes what has waited longest, and tells whether nothing comes any more. The states in
// it wait no more: a newer one waits anew.
func (s *Store) take() (batch []*job, closed bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := min(len(s.waiting), together)
	batch = slices.Clone(s.waiting[:n])
	s.waiting = slices.Delete(s.waiting, 0, n)
	for _, j := range batch {
		if !j.fact {
			s.asking--
		}
		if waits := s.saves[j.of]; waits != nil && waits.job == j {
			delete(s.saves, j.of)
		}
	}
	return batch, s.closed
}

// giveUp is all that waits, which waits no more.
func (s *Store) giveUp() []*job {
	s.mu.Lock()
	defer s.mu.Unlock()
	left := s.waiting
	s.waiting = nil
	return left
}

// facts are what of a batch that could not be written is to be written before anything else
// is: without its poll an answer means nothing, and without its number a person would answer
// twice. Answers are not among them: whoever gave one was told that it is not kept.
func facts(batch []*job) []*job {
	last := make(map[room.Code]*job)
	for _, j := range batch {
		if j.of != "" {
			last[j.of] = j
		}
	}
	return slices.DeleteFunc(batch, func(j *job) bool { return !j.fact || j.of != "" && last[j.of] != j })
}

// putBack has facts wait again, before all else.
func (s *Store) putBack(facts []*job) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.waiting = append(facts, s.waiting...)
}

// commit does a batch, all or nothing.
func (s *Store) commit(batch []*job) error {
	tx, err := s.db.Begin()
	if err != nil {
		return explain(s.path, err)
	}
	defer tx.Rollback()
	for _, j := range batch {
		if err := j.do(tx); err != nil {
			return explain(s.path, err)
		}
	}
	if err := tx.Commit(); err != nil {
		return explain(s.path, err)
	}
	return nil
}
