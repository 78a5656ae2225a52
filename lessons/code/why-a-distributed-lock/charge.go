// Package charge is the mistake that lesson 1 begins with: it guards what several
// processes share by a mutex in the memory of one.
package charge

import (
	"context"
	"sync"
)

// Invoices is the database that all processes share.
type Invoices interface {
	Status(ctx context.Context, id string) (string, error)
	SetStatus(ctx context.Context, id, status string) error
}

// Provider charges cards. It takes its time.
type Provider interface {
	Charge(ctx context.Context, id string) error
}

// Pod is one process that charges invoices. Its zero value lacks the two services.
type Pod struct {
	Invoices Invoices
	Provider Provider

	// One for each process, and this is what is wrong.
	mu sync.Mutex
}

// part charge

// Charge charges an invoice that is unpaid. The mutex keeps apart
// what runs in this process, and nobody else.
func (p *Pod) Charge(ctx context.Context, id string) error {
	p.mu.Lock()
	defer p.mu.Unlock()

	status, err := p.Invoices.Status(ctx, id)
	if err != nil {
		return err
	}
	if status == "paid" {
		return nil
	}
	if err := p.Provider.Charge(ctx, id); err != nil {
		return err
	}
	return p.Invoices.SetStatus(ctx, id, "paid")
}

// end
