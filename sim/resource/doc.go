// Package resource is what locks are for: an invoice to be charged once, a stock
// that must not be oversold, a file whose lines must not be lost, each behind at
// most one guard of its own.
//
// A [Resource] is a pure state machine. It knows nothing of locks, networks or
// time, and is asked by textual commands, as a server is:
//
//	READ [FENCE n]                                    <version> <value>
//	WRITE op value BASE version KEY key [FENCE n]     OK <version>, or REFUSED <why>
//	NUMBER                                            (integer) <the next fencing number>
//
// READ answers 0 unpaid, 3 5, or for a file 2 "A\nB\n". BASE is the version that the
// write follows from, KEY is the same on every copy of one write, FENCE is the
// fencing number of the lock. A command that makes no sense is answered (error) ERR
// and what would be right.
//
// # Writes set
//
// A write puts the value that it was given, whatever is there by now. That is what
// makes two clients that read the same thing harm each other, which a lock is to
// prevent. The version counts the writes that were applied, so it is at once the
// number of charges, of sales, of lines written.
//
// # Guards
//
//	none               everything is applied
//	fencing            a number below the highest seen is refused, and so is a write
//	                   without one
//	compare-and-set    refused unless the version still is BASE
//	idempotency-key    a KEY that was applied before is answered as then; nothing is applied
//	unique-constraint  refused if it was done before: this invoice's charge, the sale of
//	                   this unit, this line
//
// Fencing follows Kleppmann ("How to do distributed locking", 2016) and its fine
// print: the resource refuses a stale number only after it has seen a higher one,
// in a write or in a read that shows its number. A number that it only issued, by
// NUMBER, it has not seen. An equal number passes if it comes from the same holder
// only. Compare-and-set with a unique token in place of the number is the answer
// of antirez (news/101).
//
// A unit of stock is named by what was read: who read 5 and sells, sells unit 5.
// A line of a file is named by its KEY, so the constraint keeps a line from being
// written twice and does not keep another's from being overwritten.
//
// A write that the network delivers twice is a second charge or a second sale with
// no guard, and with fencing too, since both copies show the same holder's number.
// The other three guards catch it.
//
// # What a checker can tell
//
// A [Result] holds the facts for one read or write event, and those events alone
// suffice. A write was applied if it is OK and has no Why. Then:
//
//   - double charge: an applied charge whose Version is above 1;
//   - oversold: an applied sale whose Version is above the value that reads at
//     version 0 showed;
//   - lost update: an applied write with another's applied write at a version above
//     its Base and below its own;
//   - stale write: an applied write whose Fence is below one that an earlier read or
//     write, refused or not, showed.
package resource
