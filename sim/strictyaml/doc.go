// Package strictyaml is how Lockstep reads YAML, wherever people write it:
// scenarios, phrases, lessons' front matter and scenes. It knows nothing of what
// they say, only of how it stands there.
//
// The YAML is plain. What makes a file say more than a reader sees is refused:
// anchors, aliases, tags, merge keys, directives, a name given twice, a second
// document. So are files too long or too deep to be read in little time. A single
// value is the text that stands there, whatever YAML takes it for: 100 and "100"
// are the same, and so are yes and "yes". Only null and ~ without quotes are no value,
// as if nothing stood there.
//
// [Parse] makes a [Value] of a text. What a mapping may hold is said by the names
// it knows, each with the [Reader] of its value:
//
//	top, err := strictyaml.Parse("cats/tom.yaml", text)
//	…
//	err = top.Fields(map[string]strictyaml.Reader{
//		"name":  strictyaml.IntoText(&cat.Name),
//		"lives": strictyaml.Into(&cat.Lives, strconv.Atoi),
//	}, "name")
//
// Whatever is wrong is an [Error] that names file, line and the way there, says
// what would be right, and fits on a line:
//
//	cats/tom.yaml:2: nothing here is called "livse"; did you mean lives? There is lives, name
//
// A value can be changed before it is read, by a path or by laying another over
// it. What is then wrong is told of where that came from:
//
//	lives, err := strictyaml.ParseGiven("parameter lives", "many")
//	…
//	top, err = top.Set("lives", lives)
//	…
//	parameter lives: "many": it is no number
package strictyaml
