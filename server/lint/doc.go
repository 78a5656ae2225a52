// Package lint looks over all that is taught, as its authors left it, and lists what
// is wrong, each with file and line and what would be right. What the packages that
// read the course refuse is theirs to say; here they are asked about every file, and
// what nobody else sees is added:
//
//   - files of every kind: lessons, scenarios, the matrix, habits, the playground's
//     list, phrases, the glossary. Scenes play, a prediction has one right answer, a
//     challenge is false before its solution and true after it: package lesson;
//   - scenarios come out as they expect;
//   - phrases say the same in every language, lessons hold the same blocks, and a
//     translation is of the English text that is there now;
//   - a link within the site leads to a page of its language, and to a heading there;
//     one that leads away is an https address. No call is made;
//   - every lesson has the parts that a lesson has: parts.go is the list, with the
//     exceptions and their reasons;
//   - what a challenge lets its reader change has a field on its page;
//   - every term of the glossary is used by a lesson in each language, and explained
//     by one that is there.
package lint
