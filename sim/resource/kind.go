package resource

import (
	"slices"
	"strconv"
)

// Kind is what sort of thing a resource is.
type Kind uint8

// The kinds.
const (
	Ledger Kind = iota // an invoice, unpaid or paid
	Stock              // how many items are left
	File               // text
)

// Guard is how a resource protects itself.
type Guard uint8

// The guards; the package comment says what each refuses.
const (
	None Guard = iota
	Fencing
	CompareAndSet
	IdempotencyKey
	UniqueConstraint
)

// What an invoice can be.
const (
	Unpaid = "unpaid"
	Paid   = "paid"
)

// What can be asked of a resource: [Result.Op].
const (
	OpRead   = "read"
	OpCharge = "charge" // a ledger
	OpSell   = "sell"   // a stock
	OpAppend = "append" // a file
)

// Bounds of values.
const (
	MaxStock = 1_000_000_000
	MaxText  = 64 << 10 // bytes of a file
)

var kinds = [...]struct{ name, op, initial string }{
	Ledger: {"ledger", OpCharge, Unpaid},
	Stock:  {"stock", OpSell, "1"},
	File:   {"file", OpAppend, ""},
}

var guardNames = [...]string{
	None: "none", Fencing: "fencing", CompareAndSet: "compare-and-set",
	IdempotencyKey: "idempotency-key", UniqueConstraint: "unique-constraint",
}

// String returns the kind's name in scenario files.
func (k Kind) String() string {
	if int(k) < len(kinds) {
		return kinds[k].name
	}
	return "unknown"
}

// Op returns the one thing that can be written to a resource of the kind.
func (k Kind) Op() string { return kinds[k].op }

// String returns the guard's name in scenario files.
func (g Guard) String() string {
	if int(g) < len(guardNames) {
		return guardNames[g]
	}
	return "unknown"
}

// KindNames lists the kinds in the order of the constants.
func KindNames() []string {
	names := make([]string, len(kinds))
	for k := range kinds {
		names[k] = kinds[k].name
	}
	return names
}

// GuardNames lists the guards in the order of the constants.
func GuardNames() []string { return slices.Clone(guardNames[:]) }

// check says what is wrong with a value for a resource of the kind, or "".
func (k Kind) check(value string) string {
	switch k {
	case Ledger:
		if value != Unpaid && value != Paid {
			return "an invoice is " + Unpaid + " or " + Paid + ", not " + strconv.Quote(value)
		}
	case Stock:
		if _, ok := units(value); !ok {
			return "a stock is a whole number from 0 to " + strconv.Itoa(MaxStock) + ", not " + strconv.Quote(value)
		}
	case File:
		if len(value) > MaxText {
			return "a file holds at most " + strconv.Itoa(MaxText) + " bytes, not " + strconv.Itoa(len(value))
		}
	}
	return ""
}

// units reads a stock's value.
func units(value string) (int64, bool) {
	n, err := strconv.ParseInt(value, 10, 64)
	return n, err == nil && 0 <= n && n <= MaxStock && strconv.FormatInt(n, 10) == value
}
