package scenario

import (
	"errors"
	"strconv"
	"strings"

	"lockstep/sim/run"
	"lockstep/sim/strictyaml"
	"lockstep/sim/trace"
)

// Parsers of single values, for [strictyaml.Into].

// span reads a duration within bounds.
func span(least, most trace.Duration) func(string) (trace.Duration, error) {
	return func(text string) (trace.Duration, error) {
		d, err := trace.ParseDuration(text)
		if errors.Is(err, trace.ErrTooLong) {
			d, err = trace.MaxSpan+1, nil // more than most, whatever that is
		}
		switch {
		case err != nil:
			return 0, wrong("duration", err.Error())
		case d < least:
			return 0, wrong("least", "it must be at least "+least.String(), "least", least.String())
		case d > most && most == run.MaxTime:
			return 0, wrong("lasting", "a run lasts at most 10 virtual minutes")
		case d > most && most == trace.MaxSpan:
			return 0, wrong("most", "it must be at most 876000h, a hundred years", "most", "876000h")
		case d > most:
			return 0, wrong("most", "it must be at most "+most.String(), "most", most.String())
		}
		return d, nil
	}
}

// moment reads a point of a run.
func moment(text string) (trace.Time, error) {
	d, err := span(0, run.MaxTime)(text)
	return trace.Time(d), err
}

// whole reads a whole number within bounds.
func whole(least, most int) func(string) (int, error) {
	return func(text string) (int, error) {
		n, err := strconv.Atoi(text)
		if err != nil || strconv.Itoa(n) != text || n < least || n > most {
			from, to := strconv.Itoa(least), strconv.Itoa(most)
			return 0, wrong("whole", "it must be a whole number from "+from+" to "+to, "least", from, "most", to)
		}
		return n, nil
	}
}

// share reads a share such as 0.01 as parts per million, exactly.
func share(text string) (int64, error) {
	r, err := run.ParseRatio(text)
	if err != nil || r > trace.Million {
		return 0, wrong("share", "it must be a share from 0 to 1 such as 0.01, with at most six places")
	}
	return int64(r), nil
}

// loss reads how many of a million messages are lost by chance.
func loss(text string) (uint64, error) {
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil || n > trace.Million {
		return 0, wrong("loss", "loss is a number of messages in a million, from 0 to 1000000")
	}
	return n, nil
}

func truth(text string) (bool, error) { return oneOf(word("true", true), word("false", false))(text) }

// words are what a text may be, and what it then means.
type words[T any] struct {
	name    string
	meaning T
}

func word[T any](name string, meaning T) words[T] { return words[T]{name, meaning} }

// oneOf reads one of several words.
func oneOf[T any](choices ...words[T]) func(string) (T, error) {
	return func(text string) (T, error) {
		var names []string
		for _, c := range choices {
			if c.name == text {
				return c.meaning, nil
			}
			names = append(names, c.name)
		}
		must := "it must be " + strings.Join(names[:len(names)-1], ", ") + " or " + names[len(names)-1]
		if near := strictyaml.Nearest(text, names); near != "" {
			must = "did you mean " + near + "? I" + must[1:]
		}
		var none T
		return none, wrong("word", must, "names", strings.Join(names, ", "))
	}
}

// themselves are words that mean what they say.
func themselves(names ...string) []words[string] {
	all := make([]words[string], len(names))
	for i, name := range names {
		all[i] = word(name, name)
	}
	return all
}

// listOf reads a list of single values. The example is for the error when it is none.
func listOf(example string, to *[]string) strictyaml.Reader {
	return func(v strictyaml.Value) error {
		var list []string
		err := v.Each(example, func(v strictyaml.Value) error {
			text, err := v.Text()
			list = append(list, text)
			return err
		})
		*to = list
		return err
	}
}
