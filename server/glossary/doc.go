// Package glossary reads the words of the field: what each is called in every
// language, which other forms of it are written, what it means, and which lesson
// explains it. They are a file, [File]:
//
//	besides: {zh: [关键]}         # words that hold a form and mean something else
//	terms:
//	  - id: fencing-token        # its anchor on the page
//	    lesson: fencing          # and, after a #, the heading there
//	    shadows: [token]         # once it is used, these may be short for it
//	    en: {name: fencing token, forms: [fencing tokens, fencing number], means: A number that only grows.}
//	    ms: {name: token fencing, means: Nombor yang hanya meningkat.}
//	    zh: {name: 防护编号, sort: fang hu bian hao, means: 只增不减的编号。}
//
// A name or a form stands as it is within a sentence; at the beginning of one its
// first letter is large. [Glossary.Uses] finds them in a text: words as a whole,
// Chinese anywhere, the longest form that fits.
package glossary
