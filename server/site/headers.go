package site

import "net/http"

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
	"form-action 'self'; " +
	"frame-ancestors 'self'"

// protect sets the headers that every answer has.
func protect(h http.Header) {
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "same-origin") // an address may hold a run
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	// A presenter's screen may be kept awake; nothing else is wanted.
	h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=(), screen-wake-lock=(self)")
}
