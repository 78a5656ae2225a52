// Package store keeps rooms in a file, so that a class survives the end of its server,
// also one that nobody announced.
//
// Everything goes through one writer, which commits all that waits together: a room of
// hundreds answers a poll within a second, and one commit takes as long for all of their
// answers as for one. What is handed over is kept once its function was called without an
// error, and not before: only then is an answer acknowledged. What an answer depends on, the
// room's state and the person's number, is kept no later than the answer if it was handed over
// before: it is never refused, and tried until it is kept. That is bounded by what is in memory
// anyway, since of a room's states the newest alone waits; answers are refused where too many
// wait.
//
// The file is SQLite's, and is synced at every commit, so that a power cut loses no more than
// a kill does. It belongs to one server at a time: a second is told so. Errors name the file
// and say what to do, for they are read by whoever runs the server.
package store
