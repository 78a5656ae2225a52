package room

import (
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"
)

// Code names a room for people: six characters of codeLetters.
type Code string

// codeLetters leaves out what is taken for something else when it is read off a wall: 0 and
// O, 1, I and L; and vowels, lest a code be a word. That leaves 28^6, some 480 million
// codes: who tries one in two seconds needs 11 days on average to find one of a thousand
// rooms, and 3 years where ten are open.
const codeLetters = "23456789BCDFGHJKMNPQRSTVWXYZ"

// codeLength is how many characters a code has.
const codeLength = 6

// ErrCode is returned for what cannot be a code.
var ErrCode = errors.New("room: a code has six letters and digits, such as K7M 4QX")

// NewCode makes a code of random bytes.
func NewCode(random io.Reader) (Code, error) {
	var b [1]byte
	code := make([]byte, 0, codeLength)
	for len(code) < codeLength {
		if _, err := io.ReadFull(random, b[:]); err != nil {
			return "", err
		}
		if n := int(b[0]) & 31; n < len(codeLetters) { // the others are drawn anew: all are equally likely
			code = append(code, codeLetters[n])
		}
	}
	return Code(code), nil
}

// ParseCode reads a code as people type it: in small letters, with spaces or hyphens, and
// in the wide letters of an input method. A U is a V; of what else no code has, nobody can
// say what it was meant to be.
func ParseCode(text string) (Code, error) {
	var code []byte
	for _, r := range strings.ToUpper(text) {
		if r > wide && r <= wide+'~' {
			r -= wide
		}
		switch {
		case unicode.IsSpace(r), unicode.Is(unicode.Pd, r):
			continue
		case r == 'U':
			code = append(code, 'V')
		case strings.ContainsRune(codeLetters, r):
			code = append(code, byte(r))
		default:
			return "", ErrCode
		}
		if len(code) > codeLength {
			return "", ErrCode
		}
	}
	if len(code) != codeLength {
		return "", ErrCode
	}
	return Code(code), nil
}

// wide is how far the wide forms of ASCII's characters are from those.
const wide = '！' - '!'

// Shown is the code as it stands on the screen: in two groups.
func (c Code) Shown() string {
	if len(c) != codeLength {
		return string(c)
	}
	return string(c[:codeLength/2] + " " + c[codeLength/2:])
}

// Log is as much of the code as a log may hold: too little to come in with.
func (c Code) Log() string { return string(c[:min(2, len(c))]) + "…" }

// Key is what makes somebody the owner of a room. A room keeps its Hash alone.
type Key string

// keyBytes are 128 bits: nobody guesses them.
const keyBytes = 16

var keyText = base32.NewEncoding("abcdefghijkmnpqrstuvwxyz23456789").WithPadding(base32.NoPadding)

// NewKey makes a key of random bytes.
func NewKey(random io.Reader) (Key, error) {
	b := make([]byte, keyBytes)
	if _, err := io.ReadFull(random, b); err != nil {
		return "", fmt.Errorf("room: no key: %w", err)
	}
	return Key(keyText.EncodeToString(b)), nil
}

// Hash is what a room keeps of its key.
func (k Key) Hash() [32]byte { return sha256.Sum256([]byte(k)) }
