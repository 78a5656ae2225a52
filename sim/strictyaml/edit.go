package strictyaml

import (
	"slices"
	"strconv"
	"strings"
)

// Get returns what stands under a name in a mapping.
func (v Value) Get(name string) (Value, bool) {
	if v.kind != mapping {
		return Value{}, false
	}
	if i := v.find(name); i >= 0 {
		return v.items[i], true
	}
	return Value{}, false
}

// find returns where in a mapping or a list the item of that name is, or -1. A
// list's items go by their id, or by their number from 0.
func (v Value) find(name string) int {
	if v.kind == mapping {
		return slices.IndexFunc(v.keys, func(k key) bool { return k.name == name })
	}
	if i := slices.IndexFunc(v.items, func(item Value) bool { return name != "" && item.id() == name }); i >= 0 {
		return i
	}
	if i, err := strconv.Atoi(name); err == nil && strconv.Itoa(i) == name && i < len(v.items) {
		return i
	}
	return -1
}

// Find returns the first single value in v that says this: what is wrong with a text
// is told where it stands.
func (v Value) Find(text string) (Value, bool) {
	if v.kind == single && v.text == text {
		return v, true
	}
	for _, item := range v.items {
		if found, ok := item.Find(text); ok {
			return found, true
		}
	}
	return Value{}, false
}

// id returns the id that a list's item has, or nothing.
func (v Value) id() string {
	id, _ := v.Get("id")
	return id.text
}

// Set returns v with x at the end of a path: names with dots between, from v on,
// such as clients.B.start. An item of a list goes by its id, or by its number from 0;
// the number after the last appends. Names that a mapping does not have yet it gets,
// as if they had been written there: whether they may be there is for whoever
// reads it to say. Where nothing stands yet a number makes a list, any other name a
// mapping. v itself stays as it was.
func (v Value) Set(path string, x Value) (Value, error) {
	names := strings.Split(path, ".")
	if slices.Contains(names, "") {
		return Value{}, x.Errorf("%q is no path: it is names with dots between, such as clients.B.start", path)
	}
	if len(names) > maxDepth {
		return Value{}, x.Errorf("a path has at most %d names", maxDepth)
	}
	return v.set(names, nil, x)
}

// set replaces what the names lead to; the way has led to v.
func (v Value) set(names []string, way []string, x Value) (Value, error) {
	if len(names) == 0 {
		return x, nil
	}
	name := names[0]
	i := -1
	switch v.kind {
	case nothing:
		v = Value{origin: x.origin, kind: mapping}
		if isNumber(name) {
			v.kind = list
		}
	case single:
		return Value{}, x.Errorf("%s is a single value, and holds no %q", strings.Join(way, "."), name)
	default:
		i = v.find(name)
	}
	// What was there is shared with the value before the change.
	v.items, v.keys = slices.Clone(v.items), slices.Clone(v.keys)
	switch {
	case i >= 0:
	case v.kind == mapping:
		i = len(v.items)
		v.keys = append(v.keys, key{name, x.origin})
		v.items = append(v.items, Value{origin: x.origin})
	case name == strconv.Itoa(len(v.items)):
		i = len(v.items)
		v.items = append(v.items, Value{origin: x.origin})
	default:
		return Value{}, x.Errorf("%s", v.noItem(name, strings.Join(way, ".")))
	}
	item, err := v.items[i].set(names[1:], append(way, name), x)
	if err != nil {
		return Value{}, err
	}
	v.items[i] = item
	return v, nil
}

// isNumber tells whether a name can only be that of an item of a list.
func isNumber(name string) bool { return strings.Trim(name, "0123456789") == "" }

// noItem says that a list has no item of that name, and which it has.
func (v Value) noItem(name, way string) string {
	if way == "" {
		way = "the list"
	}
	var ids []string
	for _, item := range v.items {
		if id := item.id(); id != "" {
			ids = append(ids, id)
		}
	}
	text := "there is no " + strconv.Quote(name) + " in " + way + "; "
	if len(ids) > 0 {
		return text + Others(name, ids)
	}
	return text + "it has " + strconv.Itoa(len(v.items)) + " items, numbered from 0"
}

// Merge returns v with what over says laid over it. Mappings become one, name by
// name; so do lists whose items have ids, item by item. Anything else of over takes
// the place of what v has there.
func (v Value) Merge(over Value) Value {
	if over.kind != v.kind || v.kind != mapping && (v.kind != list || !v.allNamed() || !over.allNamed()) {
		return over
	}
	over.items, over.keys = merged(v, over)
	return over
}

// merged is the items of v, each with what over lays over it, and then those that
// over alone has.
func merged(v, over Value) (items []Value, keys []key) {
	items, keys = slices.Clone(v.items), slices.Clone(v.keys)
	for i, item := range over.items {
		name := item.id()
		if v.kind == mapping {
			name = over.keys[i].name
		}
		if at := v.find(name); at >= 0 {
			items[at] = items[at].Merge(item)
			continue
		}
		items = append(items, item)
		if v.kind == mapping {
			keys = append(keys, over.keys[i])
		}
	}
	return items, keys
}

// allNamed tells whether each item of a list has an id.
func (v Value) allNamed() bool {
	return !slices.ContainsFunc(v.items, func(item Value) bool { return item.id() == "" })
}
