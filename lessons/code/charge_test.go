package code_test

import (
	"context"
	"runtime"
	"sync"
	"testing"

	charge "lockstep/lessons/code/why-a-distributed-lock"
)

// office is the database and the payment provider of two pods.
type office struct {
	mu     sync.Mutex
	status map[string]string
	read   int // how often a status was asked for
	// charged is how often the provider has charged. Before it does, enter is called.
	charged int
	enter   func()
}

func (o *office) Status(_ context.Context, id string) (string, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.read++
	return o.status[id], nil
}

func (o *office) SetStatus(_ context.Context, id, status string) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.status[id] = status
	return nil
}

func (o *office) Charge(context.Context, string) error {
	o.enter()
	o.mu.Lock()
	defer o.mu.Unlock()
	o.charged++
	return nil
}

func chargeBoth(t *testing.T, pods ...*charge.Pod) {
	t.Helper()
	var both sync.WaitGroup
	for _, pod := range pods {
		both.Go(func() {
			if err := pod.Charge(t.Context(), "42"); err != nil {
				t.Error(err)
			}
		})
	}
	both.Wait()
}

// Within one process the mutex keeps its promise.
func TestOneProcessChargesOnce(t *testing.T) {
	t.Parallel()
	o := &office{status: map[string]string{"42": "unpaid"}, enter: func() {
		for range 1000 { // whoever can come in does
			runtime.Gosched()
		}
	}}
	pod := &charge.Pod{Invoices: o, Provider: o}
	chargeBoth(t, pod, pod)
	if o.charged != 1 || o.read != 2 || o.status["42"] != "paid" {
		t.Errorf("charged %d times after %d looks, and the invoice is %s", o.charged, o.read, o.status["42"])
	}
}

// Two processes have two: both are at the provider at once, for neither goes on
// before the other is there.
func TestTwoProcessesChargeTwice(t *testing.T) {
	t.Parallel()
	var there sync.WaitGroup
	there.Add(2)
	o := &office{status: map[string]string{"42": "unpaid"}, enter: func() { there.Done(); there.Wait() }}
	chargeBoth(t, &charge.Pod{Invoices: o, Provider: o}, &charge.Pod{Invoices: o, Provider: o})
	if o.charged != 2 {
		t.Errorf("charged %d times", o.charged)
	}
}

func TestChargeInJavaScript(t *testing.T) {
	t.Parallel()
	runNode(t, "charge.test.mjs")
}
