package strictyaml

import "errors"

// Wrong is what is wrong with a value, in English and so that somebody can say it in
// another language.
type Wrong struct {
	Text string   // in English: it must be at least 1ms
	Key  string   // what sort of mistake it is: least
	Args []string // what stands for what in the sentence, names and values by turns: least, 1ms
	Or   string   // a word that would be right as well, such as none; or nothing
}

// Error is the text.
func (w *Wrong) Error() string {
	if w.Or != "" {
		return w.Text + ", or " + w.Or
	}
	return w.Text
}

// Refuse makes an [Error] about v, as [Value.Errorf] does.
func (v Value) Refuse(w *Wrong) error { return v.tell(w, w.Error()) }

// tell makes an Error of a text that tells of err.
func (v Value) tell(err error, text string) error {
	e := v.wrong(text)
	errors.As(err, &e.Wrong)
	return e
}
