package site

import (
	"net/http"
	"strings"
)

// policy is the content policy of every answer. WebAssembly may be compiled, and
// nothing else may be run that is not a file of ours: no inline script or style,
// no other origin. Pictures may also be data, which cannot run either.
const policy = "default-src 'none'; " +
	"script-src 'self' 'wasm-unsafe-eval'; " +
	"style-src 'self'; " +
	"img-src 'self' data:; " +
	"connect-src 'self'; " + // the viewer itself, and the socket
	"font-src 'self'; " +
	"base-uri 'none'; " +
	"form-action 'self'; "

const (
	framedByUs     = "frame-ancestors 'self'"
	framedByAnyone = "frame-ancestors *"
)

// protect sets the headers that every answer has.
func protect(h http.Header, r *http.Request) {
	h.Set("Content-Security-Policy", policy+framedByUs)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "same-origin") // an address may hold a run
	if encrypted(r) {
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
	}
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	// A presenter's screen may be kept awake; nothing else is wanted.
	h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=(), screen-wake-lock=(self)")
}

// encrypted tells whether the browser's connection is: ours, or that of a proxy before
// us. Browsers heed an opener policy nowhere else, and complain about it.
func encrypted(r *http.Request) bool {
	return r.TLS != nil || strings.EqualFold(r.Header.Get("X-Forwarded-Proto"), "https")
}

// mayBeFramed lets the pages of any course have this one in a frame. It is for pages that
// teach: whoever is tricked into a click on one gives nothing away.
func mayBeFramed(h http.Header) { h.Set("Content-Security-Policy", policy+framedByAnyone) }
