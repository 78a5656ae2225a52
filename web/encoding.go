package web

import (
	"strconv"
	"strings"
)

// encoding is a content coding, as HTTP names it.
type encoding string

const (
	brotli   encoding = "br"
	gzip     encoding = "gzip"
	identity encoding = "identity"
)

// encodings are those that every asset is stored in, the smallest first.
var encodings = [...]encoding{brotli, gzip, identity}

// suffix is what a file's name in dist ends with.
func (e encoding) suffix() string {
	switch e {
	case brotli:
		return ".br"
	case gzip:
		return ".gz"
	}
	return ""
}

// negotiate returns the encoding that an Accept-Encoding header likes best, the
// smallest among equals. A client that accepts none of them is given identity:
// every client can read that.
func negotiate(accept string) encoding {
	weights := make(map[string]float64)
	for item := range strings.SplitSeq(accept, ",") {
		name, params, _ := strings.Cut(item, ";")
		name = strings.ToLower(strings.TrimSpace(name))
		if name == "x-gzip" {
			name = "gzip"
		}
		if name != "" {
			weights[name] = weight(params)
		}
	}
	best, most := identity, 0.0
	for _, enc := range encodings {
		w, named := weights[string(enc)]
		if !named && enc != identity { // identity that is not named is only a last resort
			w = weights["*"]
		}
		if w > most {
			best, most = enc, w
		}
	}
	return best
}

// weight reads the q of a header item; what is malformed weighs nothing.
func weight(params string) float64 {
	for p := range strings.SplitSeq(params, ";") {
		name, value, _ := strings.Cut(p, "=")
		if !strings.EqualFold(strings.TrimSpace(name), "q") {
			continue
		}
		q, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
		if err != nil || !(q >= 0 && q <= 1) {
			return 0
		}
		return q
	}
	return 1
}
