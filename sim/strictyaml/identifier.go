package strictyaml

import (
	"errors"
	"regexp"
)

var identifier = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)

// Identifier reads a name that stands in addresses of pages, such as who-gets-it.
func Identifier(text string) (string, error) {
	if !identifier.MatchString(text) {
		return "", errors.New("it must be small letters, digits and hyphens, such as who-gets-it, and begin with a letter")
	}
	return text, nil
}
