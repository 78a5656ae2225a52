// Package resp holds the replies of a Redis server: the five types of RESP2,
// the bytes they travel as, and the way redis-cli prints them, on one line.
//
// It only describes replies. Commands are plain slices of strings and need no
// type of their own.
package resp
