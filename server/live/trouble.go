package live

import (
	"context"
	"errors"
	"io"
	"net"
	"os"
	"strings"
	"syscall"

	"lockstep/server/respio"
	"lockstep/sim/redis/resp"
)

// wordsFor says in words why a server could not be asked, as what follows its name; or
// nothing, if the error is of no known sort.
func wordsFor(err error) string {
	var dial *net.OpError
	var secured *tlsError
	switch text := err.Error(); {
	case errors.As(err, &secured) && timedOut(err):
		return "takes connections and says nothing in TLS; perhaps it does not speak that, as redis:// says"
	case errors.As(err, &secured):
		return "cannot be reached by TLS: " + shown(secured.Error())
	case errors.Is(err, syscall.ECONNREFUSED):
		return "refuses connections: nobody listens there"
	case errors.Is(err, syscall.EHOSTUNREACH), errors.Is(err, syscall.ENETUNREACH):
		return "is out of reach: there is no way to that machine"
	case timedOut(err) && errors.As(err, &dial) && dial.Op == "dial":
		return "is out of reach: nothing there answers an attempt to connect"
	case timedOut(err):
		return "takes connections and does not answer in time"
	case errors.Is(err, io.EOF), errors.Is(err, syscall.ECONNRESET), errors.Is(err, syscall.EPIPE):
		return "closes the connection without an answer; perhaps it wants TLS, as rediss:// says"
	case strings.HasPrefix(text, "NOAUTH"):
		return "wants a password"
	case strings.HasPrefix(text, "WRONGPASS"), strings.Contains(text, "invalid password"), strings.Contains(text, "AUTH <password>"):
		return "does not accept that user name and password"
	case strings.HasPrefix(text, "NOPERM"):
		return "does not let that user do what a lock needs: " + shown(text)
	case strings.HasPrefix(text, "LOADING"):
		return "is loading its data yet"
	case strings.HasPrefix(text, "READONLY"):
		return "is a replica and takes no writes"
	case strings.HasPrefix(text, "MASTERDOWN"):
		return "is a replica without its primary"
	case strings.HasPrefix(text, "DENIED"):
		return "is in protected mode, and answers its own machine alone"
	case errors.Is(err, respio.ErrTooLong):
		return "answers with more than a mebibyte, or says that it will"
	case errors.Is(err, resp.ErrMalformed), strings.HasPrefix(text, "redis: can't parse"), strings.Contains(text, "invalid reply"), strings.Contains(text, "malformed"):
		return "does not speak Redis's protocol"
	}
	return ""
}

// isAbsence knows the errors of a server that may be back later.
func isAbsence(err error) bool {
	var dial *net.OpError
	return timedOut(err) || errors.Is(err, os.ErrDeadlineExceeded) || errors.Is(err, context.DeadlineExceeded) ||
		errors.As(err, &dial) && dial.Op == "dial" || strings.HasPrefix(err.Error(), "LOADING")
}
