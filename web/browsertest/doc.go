// Package browsertest looks at Lockstep's pages through a real browser: what a
// person sees and does, against the real server. It holds only tests.
//
// The tests take any Chromium or Chrome that they find and are skipped where
// there is none, except under CI=true. They wait for conditions, never for time,
// and every one of them fails on an error in the console or a breach of the
// content policy.
package browsertest
