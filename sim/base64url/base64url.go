// Package base64url writes bytes as text that may stand in an address, and reads them
// back: the alphabet of RFC 4648, section 5, without padding.
//
// Package encoding/base64 does that too. But it brings every other alphabet,
// encoding/binary, io and reflect along, all for one alphabet that the viewer needs,
// and takes a text with line ends for the same one without. The tests hold this
// package to that one.
package base64url

import "strings"

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

// Append appends data as text to b.
func Append(b, data []byte) []byte {
	bits, n := uint32(0), 0 // the last n of bits are not written yet
	for _, c := range data {
		bits, n = bits<<8|uint32(c), n+8
		for n >= 6 {
			n -= 6
			b = append(b, alphabet[bits>>n&63])
		}
	}
	if n > 0 {
		b = append(b, alphabet[bits<<(6-n)&63])
	}
	return b
}

// Decode reads what Append wrote. It takes nothing else: the bits that the last
// letter has to spare are zeros.
func Decode(text string) (data []byte, ok bool) {
	data = make([]byte, 0, len(text)*6/8)
	bits, n := uint32(0), 0 // the last n of bits are no byte yet
	for i := range len(text) {
		letter := strings.IndexByte(alphabet, text[i])
		if letter < 0 {
			return nil, false
		}
		bits, n = bits<<6|uint32(letter), n+6
		if n >= 8 {
			n -= 8
			data = append(data, byte(bits>>n))
		}
	}
	return data, n < 6 && bits&(1<<n-1) == 0
}
