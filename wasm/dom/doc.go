//go:build js

// Package dom is the browser: the only package that knows JavaScript. It gives
// package viewer its page and its figures, and passes on what hands, sockets and
// timers do.
//
// What is to change on the page is gathered in one list of bytes and carried out
// by one call a frame: each call from Go to JavaScript costs as much as dozens of
// changes. Functions that JavaScript calls are made once and live as long as the
// page does.
package dom
