package cli

import "regexp"

// What differs from run to run with real servers: instants, tokens, spans, and where
// they listen.
var (
	instant  = regexp.MustCompile(`(?m)^ *\d+\.\d{3} \d{3}`)
	token    = regexp.MustCompile(`\b[0-9a-f]{4}…`)
	spanned  = regexp.MustCompile(`\d+(\.\d+)?(ms|us|s)\b|\d+(\.\d+)? (µs|ms|s)\b`)
	socketed = regexp.MustCompile(`127\.0\.0\.1:\d+`)
)

func unvarying(text string) string {
	text = instant.ReplaceAllString(text, "TIME")
	text = token.ReplaceAllString(text, "TOKEN")
	text = spanned.ReplaceAllString(text, "SPAN")
	return socketed.ReplaceAllString(text, "ADDR")
}
