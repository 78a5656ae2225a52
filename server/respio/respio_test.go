package respio

import (
	"bufio"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"lockstep/sim/redis/resp"
)

func TestAppendCommand(t *testing.T) {
	if got, want := string(AppendCommand([]byte("x"), []string{"SET", "", "käse"})), "x*3\r\n$3\r\nSET\r\n$0\r\n\r\n$5\r\nkäse\r\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// A reply is read to its end and no further, in whatever pieces it comes.
func TestAppendReply(t *testing.T) {
	long := "$70000\r\n" + strings.Repeat("x\r\n*", 17500) + "\r\n"
	for _, reply := range []string{
		"+OK\r\n", "+\r\n", "-ERR no\r\n", ":1\r\n", "$-1\r\n", "*-1\r\n", "$0\r\n\r\n", "$4\r\na\r\nb\r\n", "*0\r\n",
		"*2\r\n*2\r\n:1\r\n$1\r\nx\r\n*0\r\n", "+" + strings.Repeat("long", 5000) + "\r\n", long, "*2\r\n" + long + "+OK\r\n",
	} {
		for name, in := range map[string]io.Reader{
			"whole":     strings.NewReader(reply + ":7\r\n"),
			"in pieces": iotest.OneByteReader(strings.NewReader(reply + ":7\r\n")),
		} {
			r := bufio.NewReaderSize(in, 16)
			got, err := AppendReply([]byte("before"), r)
			if err != nil || string(got) != "before"+reply {
				t.Errorf("%.20q, %s: %.30q, %v", reply, name, got, err)
			}
			if next, err := AppendReply(nil, r); err != nil || string(next) != ":7\r\n" {
				t.Errorf("%.20q, %s: then comes %.20q, %v", reply, name, next, err)
			}
		}
	}
}

// endless says one thing, and then another for ever.
type endless struct{ first, then string }

func (e *endless) Read(b []byte) (n int, err error) {
	if e.first == "" {
		e.first = e.then
	}
	n = copy(b, e.first)
	e.first = e.first[n:]
	return n, nil
}

// What is no reply, or none that ends, is told as soon as that shows.
func TestAppendReplyFails(t *testing.T) {
	for _, c := range []struct {
		name string
		in   io.Reader
		want error
	}{
		{"nothing", strings.NewReader(""), io.EOF},
		{"half a line", strings.NewReader("+O"), io.EOF},
		{"half a bulk", strings.NewReader("$4\r\nab"), io.ErrUnexpectedEOF},
		{"half an array", strings.NewReader("*2\r\n:1\r\n"), io.EOF},
		{"no length", strings.NewReader("$\r\n"), resp.ErrMalformed},
		{"a length that is no number", strings.NewReader("*many\r\n"), resp.ErrMalformed},
		{"a negative length", strings.NewReader("$-2\r\n"), resp.ErrMalformed},
		{"a line without end", &endless{"+", "x"}, ErrTooLong},
		{"a bulk that is announced too long", strings.NewReader("$1048577\r\n"), ErrTooLong},
		{"a length beyond all numbers", strings.NewReader("$99999999999999999999\r\n"), resp.ErrMalformed},
		{"an array that is announced too long", strings.NewReader("*1048577\r\n"), ErrTooLong},
		{"arrays in arrays", &endless{"*9\r\n", "*1000000\r\n"}, ErrTooLong},
		{"an array of arrays without end", &endless{"*1000000\r\n*1000000\r\n*1000000\r\n", ":1\r\n"}, ErrTooLong},
	} {
		t.Run(c.name, func(t *testing.T) {
			b, err := AppendReply(nil, bufio.NewReader(c.in))
			if !errors.Is(err, c.want) {
				t.Errorf("%v, want %v", err, c.want)
			}
			if len(b) > Longest+1<<13 {
				t.Errorf("%d bytes were kept", len(b))
			}
		})
	}
}
