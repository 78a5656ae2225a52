package store

// together bounds what is committed in one go.
const together = 512

// run writes what comes, as much together as waits.
func (s *Store) run() {
	defer close(s.ended)
	var batch []*job
	for first := range s.jobs {
		batch = append(batch[:0], first)
		for more := true; more && len(batch) < together; {
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
		clear(batch)
	}
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
