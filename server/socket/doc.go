// Package socket answers pages over the WebSocket.
//
// A page asks for the events of a run, a [Hub] has the run played and sends them
// in batches: package wire has the frames. A connection is served by three
// goroutines: one reads, one answers the newest question, one writes. There is no
// queue between them: while a batch is being written, the next one waits in the
// hands of who answers. A question that a newer one has overtaken is given up
// before it is played, or between two batches.
//
// A page may also want to know how a run comes out, or what makes two runs different:
// the hub has both traces and all phrases, so that pages need neither to know.
//
// Nobody delays anybody else. A page that asks faster than it may is read more
// slowly. A page that does not read is dropped when a write has waited
// [Limits.WriteWait]; when it comes back it asks from the event it has. A page
// that is merely open costs a ping now and then. A page that reads just fast enough
// holds the trace it is being sent in memory, so that large traces must fit within
// [Limits.AnswerBytes] together: one that does not is refused, not waited for.
// What only a few can do at once, as playing, judging and comparing, goes round by
// address, and at an address by browser, which a cookie tells apart: see package turns. Who waits to have runs judged or compared holds neither
// their traces nor a world.
//
// Why a connection ends stands in its close frame: see the Close codes. A
// question that cannot be answered is answered by a [wire.Problem] in words, and
// the connection stays.
package socket
