// Command lockstep is a teaching playground for distributed locks: it serves the
// lessons, and plays single runs on the command line. Package cli has it all.
package main

import (
	"context"
	"os"

	"lockstep/server/cli"
)

func main() {
	os.Exit(cli.Run(context.Background(), os.Args[1:], os.Stdout, os.Stderr))
}
