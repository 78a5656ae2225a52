package room

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
)

func TestCommandsAreReadStrictly(t *testing.T) {
	good, err := ParseCommand([]byte(`{"n":5,"do":"vote","poll":"q1","round":1,"choice":2}`))
	if err != nil || !reflect.DeepEqual(good, &Command{N: 5, Do: "vote", Poll: "q1", Round: 1, Choice: 2}) {
		t.Errorf("%+v, %v", good, err)
	}
	for _, text := range []string{``, `[]`, `{"do":"vote"`, `{"do":"vote"} {}`, `{"do":"vote"}}`, `{"do":"vote"}]`, `{"do":"vote","admin":true}`, `{"do":5}`, `{"choice":1.5}`, strings.Repeat(" ", MaxCommand) + `{}`} {
		if c, err := ParseCommand([]byte(text)); !errors.Is(err, ErrCommand) {
			t.Errorf("%.40s: %+v, %v", text, c, err)
		}
	}
}

// FuzzCommands feeds a room anything.
func FuzzCommands(f *testing.F) {
	for name, x := range valid {
		c := x.c
		c.Do = name
		text, err := json.Marshal(c)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		c, err := ParseCommand(text)
		if err != nil {
			return
		}
		r := opened(t)
		for _, who := range []Who{nobody, viewer, driver, owner} {
			r.Do(noon, who, c)
		}
		if _, err := json.Marshal(r.View(Everything, noon)); err != nil {
			t.Fatal(err)
		}
	})
}
