// Package style holds the stylesheets. They are joined in the order of their
// names into the one that pages link to.
package style

import _ "embed"

var (
	//go:embed 10-tokens.css
	tokens string
	//go:embed 40-scene.css
	scene string
	//go:embed 45-space.css
	space string
)

// Space returns what a space-time diagram needs that stands alone.
func Space() string { return tokens + scene + space }

// Scene returns what a picture needs that stands alone: colours, fonts and how
// each thing is drawn.
func Scene() string { return tokens + scene }
