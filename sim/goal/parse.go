package goal

import (
	"slices"
	"strconv"
	"strings"

	"lockstep/sim/trace"
)

// Error is what is wrong with the text of a goal, and where.
type Error struct {
	Goal   string
	Column int // of the byte where it begins, from 1
	Text   string
}

func (e *Error) Error() string {
	return e.Goal + ", column " + strconv.Itoa(e.Column) + ": " + e.Text
}

// Parse reads a goal. What is wrong with it is an [*Error], which says what would be
// right.
func Parse(text string) (*Goal, error) {
	if len(text) > MaxText {
		begins := strings.ToValidUTF8(text[:20], "") // the cut may have gone through a letter
		return nil, &Error{begins + "…", 1, "it is too long: a goal has room for " + strconv.Itoa(MaxText) + " bytes"}
	}
	p := &parser{text: text}
	p.advance()
	root, err := p.disjunction()
	if err == nil && p.token != "" {
		err = p.want("and, or, or the end")
	}
	if err != nil {
		return nil, err
	}
	return &Goal{root}, nil
}

// parser reads token by token. MaxText bounds how deep it descends.
type parser struct {
	text  string
	start int    // of the token, in bytes
	end   int    // of the token
	token string // a word or a sign; empty at the end
}

// advance goes to the next token.
func (p *parser) advance() {
	p.start = p.end
	for p.start < len(p.text) && strings.IndexByte(" \t\n", p.text[p.start]) >= 0 {
		p.start++
	}
	p.end = p.start
	for p.end < len(p.text) && strings.IndexByte(" \t\n(),", p.text[p.end]) < 0 {
		p.end++
	}
	if p.end == p.start && p.end < len(p.text) {
		p.end++ // a sign
	}
	p.token = p.text[p.start:p.end]
}

// fail is an error about the present token.
func (p *parser) fail(text string) error {
	return &Error{strings.TrimSpace(p.text), p.start + 1, text}
}

// want says what the present token should be.
func (p *parser) want(what string) error {
	if p.token == "" {
		return p.fail("it ends here, where there should be " + what)
	}
	return p.fail("want " + what + " here, not " + p.token)
}

// take goes past a sign that must be there.
func (p *parser) take(sign string) error {
	if p.token != sign {
		return p.want(sign)
	}
	p.advance()
	return nil
}

func (p *parser) disjunction() (formula, error) {
	left, err := p.conjunction()
	for err == nil && p.token == "or" {
		p.advance()
		var right formula
		right, err = p.conjunction()
		left = &disjunction{left, right}
	}
	return left, err
}

func (p *parser) conjunction() (formula, error) {
	left, err := p.one()
	for err == nil && p.token == "and" {
		p.advance()
		var right formula
		right, err = p.one()
		left = &conjunction{left, right}
	}
	return left, err
}

// one reads an atom, a formula that must not be met, or one in parentheses.
func (p *parser) one() (formula, error) {
	switch p.token {
	case "not":
		p.advance()
		of, err := p.one()
		return &negation{of}, err
	case "(":
		p.advance()
		inner, err := p.disjunction()
		if err != nil {
			return nil, err
		}
		return inner, p.take(")")
	}
	return p.atom()
}

// atom reads one, such as holds(A, before 500ms).
func (p *parser) atom() (formula, error) {
	a := &atom{}
	var names []string
	for i := range kinds {
		names = append(names, kinds[i].name)
		if kinds[i].name == p.token {
			a.kind = &kinds[i]
		}
	}
	if a.kind == nil {
		return nil, p.want("one of " + list(names) + ", not or (")
	}
	p.advance()
	if err := p.take("("); err != nil {
		return nil, err
	}
	if err := p.name(a); err != nil {
		return nil, err
	}
	if a.kind.timed && p.token == "," {
		p.advance()
		if err := p.bound(a); err != nil {
			return nil, err
		}
	}
	return a, p.take(")")
}

// name reads whom or what an atom is about.
func (p *parser) name(a *atom) error {
	a.name, a.column = p.token, p.start+1
	var names []string
	switch a.kind.subject {
	case subjectRule:
		names = trace.Rules[:]
	case subjectOutcome:
		names = trace.Verdicts[:]
	case subjectClient:
		if !isName(p.token) {
			return p.want("the name of a client, such as A")
		}
	case subjectNode:
		if !isName(p.token) {
			return p.want("the name of a node, such as n2")
		}
	}
	if names != nil && !slices.Contains(names, p.token) {
		return p.want("one of " + list(names))
	}
	p.advance()
	return nil
}

// bound reads when the event of an atom must be.
func (p *parser) bound(a *atom) error {
	for w := before; w <= after; w++ {
		if words[w] == p.token {
			a.when = w
		}
	}
	if a.when == ever {
		return p.want("before or after, and how long since the run began: before 500ms")
	}
	p.advance()
	if !isName(p.token) {
		return p.want("how long since the run began, such as 500ms")
	}
	span, err := trace.ParseDuration(p.token)
	if err != nil {
		return p.fail(p.token + ": " + err.Error())
	}
	a.span = span
	p.advance()
	return nil
}

// isName tells a word from a sign and from the end.
func isName(token string) bool { return strings.Trim(token, "(),") != "" }

func list(names []string) string { return strings.Join(names, ", ") }
