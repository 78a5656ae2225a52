// Package habits reads what is told of lock libraries: what one does otherwise than the
// algorithm it follows, the run in which that shows, and what right behaviour is.
//
// A habit is a file of the folder habits, called as its id is:
//
//	id: expired-on-arrival
//	order: 3                          # its place among the others
//	profiles: [node-redlock]          # who has it, as package profile calls them; the first is played
//	scenario: habit-expired-on-arrival
//	title:    {en: …, ms: …, zh: …}
//	habit:    {en: …, ms: …, zh: …}   # what the library does, and what comes of it
//	right:    {en: …, ms: …, zh: …}   # what right behaviour is
//	releases: {en: …, ms: …, zh: …}   # which were looked at, and what became of it
//	cure:                             # parameters with which the same run comes out right
//	  clients.A.lock.spent: refuse
//
// Files laid over the built-in ones join them, or take the place of one. Nothing here
// says how a run comes out: whoever shows one plays it.
package habits
