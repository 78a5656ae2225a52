// Package runs plays runs for many people at once on a few worlds, and remembers
// their traces.
//
// A world is costly to make, holds its nodes' memory and plays one run at a time,
// so there are as many as processors. Who wants a run waits for a free world in turn:
// package turns sees to it that nobody with many runs delays one with one. Runs are values: a trace that was played once is the trace,
// and is kept until others were wanted more recently and the bound on memory is
// reached.
//
// A while after the last run the memory that playing took goes back to the system. What a
// pool may keep for good is its cache, and a world for each run that it plays at once.
package runs
