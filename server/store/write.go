package store

import "lockstep/server/room"

// together bounds what is committed in one go.
const together = 512

// run writes what comes, as much together as waits.
func (s *Store) run() {
	defer close(s.ended)
	var again []*job // what could not be written
	for first := range s.jobs {
		batch := append(again, first)
		for more := true; more && len(batch) < len(again)+together; {
			select {
			case j, ok := <-s.jobs:
				if more = ok; ok {
					batch = append(batch, j)
				}
			default:
				more = false
			}
		}
		s.take(batch)
		err := s.commit(batch)
		for _, j := range batch {
			for _, done := range j.done {
				done(err)
			}
		}
		if again = nil; err != nil {
			again = facts(batch)
		}
	}
	if len(again) > 0 {
		s.left = s.commit(again)
	}
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
	var all []*job
	for _, j := range batch {
		if j.fact && (j.of == "" || last[j.of] == j) && len(all) < waitMost {
			j.done = nil
			all = append(all, j)
		}
	}
	return all
}

// take has the states of a batch wait no more: a newer one waits anew.
func (s *Store) take(batch []*job) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, j := range batch {
		if waits := s.saves[j.of]; waits != nil && waits.job == j {
			delete(s.saves, j.of)
		}
	}
}

// commit writes a batch, all or nothing.
func (s *Store) commit(batch []*job) error {
	tx, err := s.db.Begin()
	if err != nil {
		return explain(s.path, err)
	}
	defer tx.Rollback()
	for _, j := range batch {
		if err := j.write(tx); err != nil {
			return explain(s.path, err)
		}
	}
	if err := tx.Commit(); err != nil {
		return explain(s.path, err)
	}
	return nil
}
