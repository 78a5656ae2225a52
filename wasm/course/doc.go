// Package course is a lesson under its reader's hands: questions that answer, pictures
// that halt where the author or a prediction has them halt, steps that light up. What was
// answered, and where the reader was, is kept in the browser.
//
// It knows the page only as a [Page] with a view of each block, so all of it is tested
// without a browser; package dom is the browser. What is right stands in the page, which
// is complete without all this.
package course
