package socket

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"net/http"

	"lockstep/server/remote"
)

// sessionCookie tells the browsers apart that share an address, so that each has its own
// turns: see package turns. It says nothing of anybody, ends with the browser's session,
// and is nowhere kept.
const sessionCookie = "lockstep-session"

// sessionBytes are the random part of a session's name, and as much of its seal.
const sessionBytes = 16

// sessions gives out names of sessions. It knows its own again: one that is made up is
// none, so that who wants many has to come for each.
type sessions struct{ seal [32]byte }

func newSessions() (s sessions) {
	rand.Read(s.seal[:]) // it never fails
	return s
}

// of is the session that a request is of; empty if it names none of ours.
func (s *sessions) of(r *http.Request) string {
	c, err := r.Cookie(sessionCookie)
	if err != nil {
		return ""
	}
	b, err := hex.DecodeString(c.Value)
	if err != nil || len(b) != 2*sessionBytes || !hmac.Equal(b[sessionBytes:], s.sealed(b[:sessionBytes])) {
		return ""
	}
	return c.Value
}

// begin is the cookie for a browser that has no session. The turns of its first
// connection are those of all who have none: else who keeps no cookies would have
// a session with each.
func (s *sessions) begin(r *http.Request) *http.Cookie {
	name := make([]byte, sessionBytes)
	rand.Read(name)
	return &http.Cookie{
		Name: sessionCookie, Value: hex.EncodeToString(append(name, s.sealed(name)...)), Path: "/",
		HttpOnly: true, Secure: remote.Secure(r), SameSite: http.SameSiteLaxMode,
	}
}

func (s *sessions) sealed(name []byte) []byte {
	mac := hmac.New(sha256.New, s.seal[:])
	mac.Write(name)
	return mac.Sum(nil)[:sessionBytes]
}
