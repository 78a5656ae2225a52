// Package playground says what the free playground offers: which scenarios it lists,
// in which groups, and which values of a scenario a reader may set.
//
// The groups are a file, [File], so that whoever adds scenarios in a folder of their
// own can list them too:
//
//	groups:
//	  - id: redlock
//	    title: {en: Redlock, ms: Redlock, zh: Redlock}
//	    about: {en: A majority of nodes decides., ms: …, zh: …}
//	    scenarios: [redlock, redlock-node-down]
//
// What a reader may set of a scenario, the scenario itself decides: [Knobs] tries every
// value that it offers, and what the scenario could not be read with is no offer.
package playground
