package scenario

import (
	"errors"
	"fmt"
	"regexp"
	"slices"

	"lockstep/sim/lock"
	"lockstep/sim/resource"
	"lockstep/sim/run"
	"lockstep/sim/strictyaml"
	"lockstep/sim/trace"
	"lockstep/sim/world"
)

// clientName is what clients may be called: a name stands in names of messages and
// of choices, where / . > < + have meanings of their own.
var clientName = regexp.MustCompile(`^[A-Z][A-Za-z0-9_-]{0,15}$`)

func (r *worldReader) readClients(v strictyaml.Value) error {
	const example = "{id: A, lock: {kind: redlock}, work: {on: invoice-42, takes: 1s}}"
	if err := v.Each("["+example+"]", r.readClient); err != nil {
		return err
	}
	if len(r.clients) == 0 {
		return v.Errorf("a scenario has at least one client, such as %s", example)
	}
	return nil
}

func (r *worldReader) readClient(v strictyaml.Value) error {
	if len(r.clients) == world.MaxClients {
		return v.Errorf("a scenario has at most %d clients", world.MaxClients)
	}
	var c world.Client
	var own, work strictyaml.Value
	err := v.Fields(map[string]strictyaml.Reader{
		"id": strictyaml.Into(&c.ID, func(id string) (trace.ClientID, error) {
			if !clientName.MatchString(id) {
				return "", errors.New("a client is called by a capital letter and up to 15 letters, digits, - or _ more")
			}
			if slices.Contains(r.clients, id) {
				return "", errors.New("another client is called so")
			}
			return trace.ClientID(id), nil
		}),
		"start": strictyaml.Into(&c.Start, moment),
		"lock":  later(&own),
		"work":  later(&work),
	}, "id", "work")
	if err != nil {
		return err
	}
	r.clients = append(r.clients, string(c.ID))
	if c.Job, err = r.readWork(work); err != nil {
		return err
	}
	switch {
	case own.IsZero() && r.shared.IsZero():
		return v.Errorf(`"lock" is missing, here or at the top of the file for all clients`)
	case own.IsZero():
		own = r.shared
	case !r.shared.IsZero():
		own = r.shared.Merge(own)
	}
	if c.Lock, err = r.readLock(own, c.Job); err != nil {
		return err
	}
	r.config.Clients = append(r.config.Clients, c)
	return nil
}

// readWork reads what a client does once it is in.
func (r *worldReader) readWork(v strictyaml.Value) (lock.Job, error) {
	var job lock.Job
	var writeAt strictyaml.Value
	err := v.Fields(map[string]strictyaml.Reader{
		"on": func(v strictyaml.Value) (err error) {
			if job.Resource, err = v.Text(); err != nil {
				return err
			}
			return mustBe(v, "resource", job.Resource, r.resources)
		},
		"takes":    strictyaml.Into(&job.Takes, span(0, run.MaxTime)),
		"write_at": later(&writeAt),
		"look":     strictyaml.Into(&job.LooksLate, oneOf(word("before", false), word("after", true))),
	}, "on", "takes")
	if err != nil {
		return job, err
	}
	i := slices.IndexFunc(r.config.Resources, func(c resource.Config) bool { return c.ID == job.Resource })
	job.Kind = r.config.Resources[i].Kind.String()
	job.WriteAt = job.Takes
	if writeAt.IsZero() {
		return job, nil
	}
	if err := strictyaml.Into(&job.WriteAt, span(0, run.MaxTime))(writeAt); err != nil {
		return job, err
	}
	if job.WriteAt > job.Takes {
		return job, writeAt.Refuse(wrong("leaves", fmt.Sprintf("the client leaves after %v, before it writes at %v; write while it is inside", job.Takes, job.WriteAt),
			"takes", job.Takes.String(), "write", job.WriteAt.String()))
	}
	return job, nil
}
