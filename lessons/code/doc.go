// Package code is the folder of the samples that the lessons show: each as a person
// would write it in production, once in Go and once in JavaScript. A sample is
// lessons/code/LESSON/NAME.go and NAME.mjs; a lesson's code block names both, and the
// part of them that the page shows:
//
//	// part acquire
//	...
//	// end
//
// A part has the same name in both files, does the same, and is at most 72 columns
// wide, which is what a phone has room for.
//
// The tests here run every sample against real Redis servers: those in Go directly,
// those in JavaScript by the tests in *.test.mjs, under Node.js and with the packages
// that package-lock.json names. Neither those tests nor the packages are part of what
// the lessons embed.
package code
