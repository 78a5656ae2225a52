package redis

import "fmt"

// Dump lists everything that a node holds, the keys that it hides too, with
// deadlines, one line to a key.
func (n *Node) Dump() []string {
	var lines []string
	for _, name := range n.ledger.held() {
		lines = append(lines, fmt.Sprintf("%q %+v", name, n.ledger.state(name)))
	}
	return lines
}

// CheckBooks compares the ledger with the store.
var CheckBooks = checkBooks
