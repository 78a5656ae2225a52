package trace

// FieldNames lists the JSON names of the fields that events of a kind may carry.
func FieldNames(k Kind) []string {
	var names []string
	for _, list := range [2][]field{kinds[k].always, kinds[k].maybe} {
		for _, f := range list {
			name, _ := f.of(&Event{})
			names = append(names, name)
		}
	}
	return names
}
