// Package site serves Lockstep's pages: the course, its lessons, what the browser
// is given with them, and the WebSocket's address.
//
//	GET /                       to the course in the reader's language
//	GET /{lang}/                the course
//	GET /{lang}/lesson/{slug}   a lesson
//	GET /{lang}/lesson/{slug}/{id}  a challenge of it, on the stage
//	GET /{lang}/glossary        the words of the field
//	GET /{lang}/matrix          every scenario against every kind of lock
//	GET /{lang}/libraries       how lock libraries differ
//	GET /{lang}/run/{link}      any run, told
//	GET /{lang}/play            the playground: the scenarios, in groups
//	GET /{lang}/play/{scenario} the stage: a scenario to take apart
//	GET /static/                style sheet, script and viewer: package web
//	GET /icon.svg               the icon of all pages
//	GET /ws                     the WebSocket: package socket
//	GET /healthz                for whoever watches the server
//
// Pages are rendered once, by [New], and so is everything that can be wrong with
// them; but the matrix and the lock libraries when they are first wanted, since they
// take many runs, and the pages of a run and of a scenario each time. They hold nothing of the reader's
// and read alike to everybody. Addresses within them are relative: a proxy may put a
// server below any path.
//
// [Listen] and [Serve] run a server until its context ends.
package site
