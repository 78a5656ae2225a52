package code_test

import (
	"errors"
	"testing"

	invoice "lockstep/lessons/code/when-redlock-breaks"
)

// A enters, B enters and writes, and A's write comes too late.
func TestInvoiceIsTheLastWhoEntered(t *testing.T) {
	t.Parallel()
	rdb := alone(t)
	set(t, rdb, "invoice:42", "unpaid")
	for _, token := range []string{"A", "B"} {
		if status, err := invoice.Enter(t.Context(), rdb, "42", token); err != nil || status != "unpaid" {
			t.Fatalf("%s reads %q: %v", token, status, err)
		}
	}
	must(t, invoice.Write(t.Context(), rdb, "42", "B", "paid to B"))
	if err := invoice.Write(t.Context(), rdb, "42", "A", "paid to A"); !errors.Is(err, invoice.ErrLate) {
		t.Errorf("A writes: %v", err)
	}
	if status := value(t, rdb, "invoice:42"); status != "paid to B" {
		t.Errorf("the invoice is %q", status)
	}
}

func TestInvoiceInJavaScript(t *testing.T) {
	t.Parallel()
	runNode(t, "invoice.test.mjs", addresses(t, 1)...)
}
