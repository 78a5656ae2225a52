package rooms

import (
	"crypto/rand"
	"encoding/hex"
	"net/http"

	"lockstep/server/room"
)

// personCookie names a browser to all rooms, and is kept by none of them.
const personCookie = "lockstep-person"

// personBytes are 128 bits: nobody guesses who somebody else is.
const personBytes = 16

// yearSeconds is how long a browser is to keep its cookies.
const yearSeconds = 365 * 24 * 3600

// Person is the cookie by which a browser is known that sends a request, or empty if it has
// none.
func Person(r *http.Request) string {
	c, err := r.Cookie(personCookie)
	if err != nil || len(c.Value) != 2*personBytes {
		return ""
	}
	if _, err := hex.DecodeString(c.Value); err != nil {
		return ""
	}
	return c.Value
}

// NewPerson is a cookie for a browser that has none. It is secure if the browser came by
// TLS.
func NewPerson(secure bool) *http.Cookie {
	var b [personBytes]byte
	rand.Read(b[:]) // it never fails
	return &http.Cookie{
		Name: personCookie, Value: hex.EncodeToString(b[:]), Path: "/", MaxAge: yearSeconds,
		HttpOnly: true, Secure: secure, SameSite: http.SameSiteLaxMode,
	}
}

// keyCookie holds the key of a room in its owner's browser.
func keyCookie(code room.Code) string { return "lockstep-room-" + string(code) }

// Owner is the cookie for a browser that holds a room's key.
func Owner(code room.Code, key room.Key, secure bool) *http.Cookie {
	return &http.Cookie{
		Name: keyCookie(code), Value: string(key), Path: "/", MaxAge: yearSeconds,
		HttpOnly: true, Secure: secure, SameSite: http.SameSiteStrictMode,
	}
}

// keyOf is the key to a room that a browser holds, or empty.
func keyOf(r *http.Request, code room.Code) room.Key {
	c, err := r.Cookie(keyCookie(code))
	if err != nil {
		return ""
	}
	return room.Key(c.Value)
}
