package resp

import (
	"reflect"
	"testing"
)

var replies = []struct {
	name  string
	reply Reply
	text  string
	wire  string
}{
	{"status", OK, `OK`, "+OK\r\n"},
	{"error", ErrorOf("ERR no such key"), `(error) ERR no such key`, "-ERR no such key\r\n"},
	{"integer", IntOf(-42), `(integer) -42`, ":-42\r\n"},
	{"smallest integer", IntOf(-1 << 63), `(integer) -9223372036854775808`, ":-9223372036854775808\r\n"},
	{"bulk", BulkOf("token"), `"token"`, "$5\r\ntoken\r\n"},
	{"empty bulk", BulkOf(""), `""`, "$0\r\n\r\n"},
	{"bulk with escapes", BulkOf("a\"\\\r\n\t\a\b\x00é"), `"a\"\\\r\n\t\a\b\x00\xc3\xa9"`, "$11\r\na\"\\\r\n\t\a\b\x00é\r\n"},
	{"nil", Reply{}, `(nil)`, "$-1\r\n"},
	{"nil array", Reply{Kind: NilArray}, `(nil)`, "*-1\r\n"},
	{"empty array", Reply{Kind: Array, Array: []Reply{}}, `[]`, "*0\r\n"},
	{"array", ArrayOf(BulkOf("a"), IntOf(1), Reply{}, ArrayOf(OK)), `["a", (integer) 1, (nil), [OK]]`,
		"*4\r\n$1\r\na\r\n:1\r\n$-1\r\n*1\r\n+OK\r\n"},
}

func TestReplies(t *testing.T) {
	for _, c := range replies {
		t.Run(c.name, func(t *testing.T) {
			if got := c.reply.String(); got != c.text {
				t.Errorf("prints %s, want %s", got, c.text)
			}
			if got := string(c.reply.AppendRESP(nil)); got != c.wire {
				t.Errorf("travels as %q, want %q", got, c.wire)
			}
			got, rest, err := Parse([]byte(c.wire + "rest"))
			if err != nil || string(rest) != "rest" || !reflect.DeepEqual(got, c.reply) {
				t.Errorf("read as %#v, rest %q, error %v", got, rest, err)
			}
		})
	}
}

func TestErrorsStayOnOneLine(t *testing.T) {
	r := ErrorOf("ERR a\r\n+OK")
	if got := string(r.AppendRESP(nil)); got != "-ERR a  +OK\r\n" {
		t.Errorf("travels as %q", got)
	}
	if got := r.String(); got != "(error) ERR a  +OK" {
		t.Errorf("prints %q", got)
	}
}

func TestMalformed(t *testing.T) {
	for _, wire := range []string{"", "\r\n", "+OK", "?x\r\n", ":x\r\n", "$5\r\nabc\r\n", "$-2\r\n", "$3\r\nabcde\r\n", "*2\r\n:1\r\n",
		"*999999999\r\n", "*-2\r\n", "$x\r\n"} {
		if r, _, err := Parse([]byte(wire)); err == nil {
			t.Errorf("%q read as %s", wire, r)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, c := range replies {
		f.Add([]byte(c.wire))
	}
	f.Fuzz(func(t *testing.T, wire []byte) {
		r, _, err := Parse(wire)
		if err != nil {
			return
		}
		again, rest, err := Parse(r.AppendRESP(nil))
		if err != nil || len(rest) > 0 || !reflect.DeepEqual(r, again) {
			t.Errorf("%q read as %#v, and written and read again as %#v, rest %q, error %v", wire, r, again, rest, err)
		}
	})
}
