package real

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// stopLimit is how long an orderly end may take.
const stopLimit = 10 * time.Second

// A Process is a Redis server or sentinel that runs. It is safe for concurrent use.
type Process struct {
	port  int
	dir   string // its own, removed when it has ended
	cmd   *exec.Cmd
	kill  context.CancelFunc
	asked atomic.Bool // its end was asked for
	done  chan struct{}
	err   error // how it ended; set before done is closed

	freezing sync.Mutex // one freeze or thaw at a time
}

// Addr is host:port, the host an IP literal.
func (p *Process) Addr() string { return net.JoinHostPort(loopback, strconv.Itoa(p.port)) }

// Port is the TCP port it listens on.
func (p *Process) Port() int { return p.port }

// PID is the process's number.
func (p *Process) PID() int { return p.cmd.Process.Pid }

// Done is closed when the process has ended and its folder is gone.
func (p *Process) Done() <-chan struct{} { return p.done }

// Err says how a process ended that nobody ended, with the last lines it
// printed; nil while it runs, and after Kill, Stop or its context's end.
func (p *Process) Err() error {
	select {
	case <-p.done:
		return p.err
	default:
		return nil
	}
}

// Kill is a crash: the process ends at once, frozen or not, and whatever it had
// not written to disk is lost. Kill returns when it has ended.
func (p *Process) Kill() {
	p.asked.Store(true)
	p.kill()
	<-p.done
}

// Stop ends the process in order, as its service manager would, and returns when
// it has ended. One that takes longer than ten seconds is killed.
func (p *Process) Stop() {
	p.asked.Store(true)
	p.signal(terminate)
	p.signal(resume) // a frozen one would not hear of it
	select {
	case <-p.done:
	case <-time.After(stopLimit):
		p.Kill()
	}
}

// Pause freezes the process: its connections stay open, the system goes on
// taking bytes for it, and nothing is answered until Resume. When Pause returns
// it runs no more (elsewhere than on Linux: in a moment).
func (p *Process) Pause() error {
	p.freezing.Lock()
	defer p.freezing.Unlock()
	if err := p.signal(pause); err != nil {
		return err
	}
	return awaitStop(p.PID())
}

// Resume lets a frozen process go on.
func (p *Process) Resume() error {
	p.freezing.Lock()
	defer p.freezing.Unlock()
	return p.signal(resume)
}

// signal is an error once the process has ended: its number may be another's then.
func (p *Process) signal(s syscall.Signal) error {
	if s == none {
		return errors.New("freezing a process and ending it in order need a Unix system")
	}
	if err := p.cmd.Process.Signal(s); err != nil {
		return fmt.Errorf("signal %v to %s on port %d: %w", s, filepath.Base(p.cmd.Path), p.port, err)
	}
	return nil
}

// launch starts a program in a folder that is its own from now on. The process
// ends with ctx.
func launch(ctx context.Context, port int, dir, path string, args, env []string) (*Process, error) {
	ctx, kill := context.WithCancel(ctx)
	p := &Process{port: port, dir: dir, kill: kill, done: make(chan struct{})}
	p.cmd = exec.CommandContext(ctx, path, args...)
	p.cmd.Dir = dir
	p.cmd.Env = append(os.Environ(), env...)
	p.cmd.SysProcAttr = attributes()
	p.cmd.Cancel = func() error { return killAll(p.cmd.Process) }
	output, err := os.Create(filepath.Join(dir, "output"))
	if err != nil {
		kill()
		return nil, err
	}
	p.cmd.Stdout, p.cmd.Stderr = output, output

	started := make(chan error)
	go func() {
		// A child that dies with its parent dies with the parent's thread, in
		// truth (PR_SET_PDEATHSIG in prctl(2), golang.org/issue/27505). So the
		// thread is kept for as long as the child lives.
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := p.cmd.Start()
		output.Close()
		started <- err
		if err == nil {
			p.end(ctx, p.cmd.Wait())
		}
	}()
	if err := <-started; err != nil {
		kill()
		return nil, fmt.Errorf("start %s: %w", path, err)
	}
	return p, nil
}

// end settles what the process leaves.
func (p *Process) end(ctx context.Context, how error) {
	if !p.asked.Load() && ctx.Err() == nil {
		if how == nil {
			how = errors.New("exit status 0")
		}
		p.err = fmt.Errorf("%s on port %d ended by itself: %w%s", filepath.Base(p.cmd.Path), p.port, how, p.lastWords())
	}
	p.kill() // lets go of the context
	os.RemoveAll(p.dir)
	close(p.done)
}

// lastWords are the last lines the process printed, as the end of a message.
func (p *Process) lastWords() string {
	const most = 2000
	output, err := os.ReadFile(filepath.Join(p.dir, "output"))
	output = bytes.TrimSpace(output)
	if err != nil || len(output) == 0 {
		return ""
	}
	if len(output) > most {
		output = output[len(output)-most:]
		_, output, _ = bytes.Cut(output, []byte("\n"))
	}
	return "\n" + string(output)
}
