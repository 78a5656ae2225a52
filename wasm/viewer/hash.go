package viewer

// hashShown is how many characters of a hash are for the eye.
const hashShown = 8

// hash shows the run's hash at its End event, and its seed: what one needs to see
// whether another run is the same.
func (f *Figure) hash() {
	hash := ""
	if end := f.player.State().Stopped; end != nil {
		hash = end.Hash
	}
	if hash == f.shown.hash {
		return
	}
	f.shown.hash = hash
	if hash == "" {
		f.view.SetText(Hash, "")
		f.view.DropAttr(Hash, "data-hash")
		return
	}
	f.view.SetText(Hash, f.say.Say("viewer.hash", "hash", hash[:min(hashShown, len(hash))], "seed", f.scene.Seed))
	f.view.SetAttr(Hash, "data-hash", hash)
}
