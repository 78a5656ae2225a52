package runjson

import (
	"reflect"
	"testing"
)

// FuzzAction feeds texts that nobody would write: they are refused, or they are an
// action that is written so that it reads as itself.
func FuzzAction(f *testing.F) {
	for _, text := range []string{
		`{"at":"1.2s","crash":{"node":"n3","data":"lose","restart":"2s"}}`,
		`{"when":{"kind":"hold","who":"B","nth":1},"after":"100ms","heal":{"cut":[["A"],["n4"]],"slow":"all"}}`,
		`{"at":"0s","clock":{"client":"A","rate":"1.02"}}`,
		`{"at":"0s","command":{"node":"n1","args":["GET",{"base64":"/wA="}]}}`,
		`[`, `{"at":[[[]]]}`, `{"":0}`,
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		a, err := Action(text)
		if err != nil {
			if err.Error() == "" {
				t.Fatalf("%q is refused without a word", text)
			}
			return
		}
		again, err := Action(Append(nil, a))
		if err != nil || !reflect.DeepEqual(again, a) {
			t.Fatalf("%q is %+v, written %s, and read as %+v, %v", text, a, Append(nil, a), again, err)
		}
	})
}
