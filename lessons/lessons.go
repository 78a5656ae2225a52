// Package lessons holds what is taught: the lessons' Markdown in every language,
// side by side; the scenarios they play; and the phrases of the interface. The
// files are embedded and can be overridden from a folder of the same layout:
//
//	redlock-in-five-steps.en.md     a lesson, in English
//	redlock-in-five-steps.ms.md     the same in Malay
//	scenarios/redlock.yaml          a world to play
//	matrix/S12.yaml                 a scenario for every kind of lock: package matrix
//	habits/counted-twice.yaml       what a library does otherwise, shown by the
//	                                scenario habit-counted-twice: package habits
//	playground.yaml                 which scenarios the playground lists: package playground
//	glossary.yaml                   the words of the field: package glossary
//	phrases/narrate.zh.yaml         texts by key
//	code/the-first-lock/lock.go     a sample that lessons show: package code
//
// Package lesson renders the Markdown and package scenario reads the scenarios;
// here are the files and the phrases alone.
package lessons

import "embed"

// FS is the embedded tree.
//
//go:embed *.md code/*/*.go code/*/*.mjs habits matrix phrases scenarios glossary.yaml playground.yaml
var FS embed.FS
