package scene

// cardRows says where the rows of a client's card stand, from its upper edge. Baselines
// are those of texts.
type cardRows struct {
	line         unit // what it does: a baseline
	believes     unit // a baseline
	bar, thick   unit // of the validity
	truth        unit // a baseline; 0 where the verdict alone says how many
	cells, tall  unit
	verdict, low unit // the row that says whether belief and truth agree
	height       unit

	beside unit // where bar and cells begin, beside their words; 0 where they stand below
	after  unit // what they leave free at the right
}

var (
	// fullRows have bar and cells below their words.
	fullRows = cardRows{
		line: 48 * px, believes: 68 * px, bar: 73 * px, thick: 10 * px, truth: 100 * px,
		cells: 106 * px, tall: 18 * px, verdict: 130 * px, low: 21 * px, height: 156 * px,
	}
	// wideRows have them beside their words.
	wideRows = cardRows{
		line: 47 * px, believes: 73 * px, bar: 63 * px, thick: 12 * px, truth: 98 * px,
		cells: 84 * px, tall: 19 * px, verdict: 111 * px, low: 22 * px, height: 139 * px,
		beside: 76 * px, after: 66 * px,
	}
	// shortRows are for telephones.
	shortRows = cardRows{
		line: 45 * px, believes: 65 * px, bar: 70 * px, thick: 9 * px,
		cells: 85 * px, tall: 17 * px, verdict: 106 * px, low: 20 * px, height: 131 * px,
	}
)

// leastWide is how wide a card must be for bar and cells to have room beside words.
const leastWide = 250 * px

// barBox is where a card of that width has its validity bar.
func (r *cardRows) barBox(w unit) box { return r.strip(w, r.bar, r.thick) }

// cellsBox is where it has a cell for each node.
func (r *cardRows) cellsBox(w unit) box { return r.strip(w, r.cells, r.tall) }

func (r *cardRows) strip(w, y, h unit) box {
	x := max(r.beside, pad)
	return box{X: x, Y: y, W: w - x - max(r.after, pad), H: h}
}

// wordRoom is how wide the words of a row may be, where so much stands at the end of
// their line.
func (r *cardRows) wordRoom(w, end unit) unit {
	if r.beside > 0 {
		return r.beside - pad - 4*px
	}
	return w - 2*pad - end
}
