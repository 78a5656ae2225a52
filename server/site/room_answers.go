package site

import (
	"cmp"
	"encoding/csv"
	"net/http"
	"strconv"
	"strings"
	"time"

	"lockstep/server/room"
)

// serveAnswers answers with what was answered, a row for each person and poll, in an order
// that says nothing of either.
func (s *Site) serveAnswers(v *visit) {
	if !v.owner {
		s.askKey(v, http.StatusForbidden, "")
		return
	}
	rows := [][]string{{"poll", "question", "first", "second", "right"}}
	err := v.room.Look(v.r.Context(), func(of *room.Room, _ time.Time) {
		for n, p := range of.Polls() {
			rows = append(rows, answersTo(v.lang, n+1, p)...)
		}
	})
	if err != nil {
		s.serveError(v.w, v.r, http.StatusServiceUnavailable)
		return
	}
	h := v.w.Header()
	h.Set("Content-Type", "text/csv; charset=utf-8; header=present")
	h.Set("Content-Disposition", `attachment; filename="lockstep-`+string(v.code)+`.csv"`)
	v.w.Write([]byte("\ufeff")) // by which spreadsheets know UTF-8
	out := csv.NewWriter(v.w)
	out.UseCRLF = true
	out.WriteAll(rows)
}

// answersTo are the rows of a poll, the n-th of its room.
func answersTo(lang string, n int, p *room.Poll) [][]string {
	text := func(t room.Text) string {
		return harmless(plain(cmp.Or(t[lang], t["en"], t[""])))
	}
	option := func(i int) string {
		if i < 0 || i >= len(p.Question.Options) {
			return ""
		}
		return text(p.Question.Options[i])
	}
	var rows [][]string
	for _, a := range p.Answers() {
		rows = append(rows, []string{strconv.Itoa(n), text(p.Question.Ask), option(a[0]), option(a[1]), option(p.Question.Right)})
	}
	return rows
}

// harmless is a text that no spreadsheet takes for a formula.
func harmless(text string) string {
	if text != "" && strings.ContainsRune("=+-@\t\r", rune(text[0])) {
		return "'" + text
	}
	return text
}
