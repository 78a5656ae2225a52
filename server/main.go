// Command lockstep is a teaching playground for distributed locks: it serves the
// lessons, and plays single runs on the command line. Package cli has it all.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"lockstep/server/cli"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // whoever asks twice need not wait
	os.Exit(cli.Run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}
