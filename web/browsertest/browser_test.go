package browsertest

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	goruntime "runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// patience is how long anything that is waited for may take to come about, on a
// slow machine under load. No test measures it.
const patience = time.Minute

// mood is how patient tests are with what they wait for. Whatever disappoints one, a
// server that answers nothing or a viewer that does not start, breaks most tests: the
// others find that out sooner.
type mood struct{ disappointed atomic.Bool }

// ours is the mood that all tests share.
var ours mood

func (m *mood) left() time.Duration {
	if m.disappointed.Load() {
		return patience / 4
	}
	return patience
}

// within limits what ctx waits for to the patience left.
func (m *mood) within(ctx context.Context) (context.Context, func()) {
	ctx, cancel := context.WithTimeout(ctx, m.left())
	return ctx, func() {
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			m.disappointed.Store(true)
		}
		cancel()
	}
}

func within(ctx context.Context) (context.Context, func()) { return ours.within(ctx) }

// soon does what no context can limit, and gives it up when the patience left is
// over.
func soon(do func() error) error {
	limit, cancel := within(context.Background())
	defer cancel()
	done := make(chan error, 1)
	go func() { done <- do() }()
	select {
	case err := <-done:
		return err
	case <-limit.Done():
		return limit.Err()
	}
}

// A server that says nothing costs a test its patience, once: the tests after it
// wait less.
func TestNothingIsWaitedForInVainTwice(t *testing.T) {
	t.Parallel()
	var m mood
	ctx, cancel := context.WithCancel(t.Context())
	limit, done := m.within(ctx)
	if due, ok := limit.Deadline(); !ok || due.IsZero() || m.left() != patience {
		t.Errorf("a wait has a limit: %v; the patience left is %v", ok, m.left())
	}
	cancel() // called off is not waited in vain
	done()
	if m.disappointed.Load() {
		t.Error("a wait that was called off counts")
	}
	late, stop := context.WithTimeout(t.Context(), 0)
	defer stop()
	_, done = m.within(late)
	done()
	if !m.disappointed.Load() || m.left() >= patience {
		t.Errorf("after a wait in vain %v are left", m.left())
	}
}

// browser is the one browser of all tests.
var browser struct {
	start sync.Once
	ctx   context.Context
	stop  func()
	err   error
}

// TestMain has more tests run side by side than there are processors: much of the time
// they wait for a frame. A server and a browser are shared by all.
func TestMain(m *testing.M) {
	flag.Parse()
	given := false
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == "test.parallel" })
	if !given {
		flag.Set("test.parallel", strconv.Itoa(2*goruntime.GOMAXPROCS(0)))
	}
	code := m.Run()
	if browser.stop != nil {
		browser.stop()
	}
	if shared.stop != nil {
		if err := shared.stop(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			code = max(code, 1)
		}
	}
	os.Exit(code)
}

// browserNames are the programs that will do, as .ci/tools looks for them.
var browserNames = []string{
	"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "headless-shell",
	"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
}

func findBrowser() (string, bool) {
	for _, name := range browserNames {
		if path, err := exec.LookPath(name); err == nil {
			return path, true
		}
	}
	return "", false
}

// needBrowser starts the browser, or skips the test.
func needBrowser(t testing.TB) context.Context {
	t.Helper()
	path, found := findBrowser()
	if !found {
		if os.Getenv("CI") == "true" {
			t.Fatal("no Chromium or Chrome in PATH, and with CI=true nothing may be skipped: .ci/tools installs one")
		}
		t.Skip("no Chromium or Chrome in PATH: .ci/tools installs one")
	}
	browser.start.Do(func() {
		options := []chromedp.ExecAllocatorOption{
			chromedp.ExecPath(path), chromedp.Headless, chromedp.NoSandbox, chromedp.NoFirstRun, chromedp.DisableGPU,
			chromedp.Flag("disable-quic", true),
			chromedp.Flag("disable-background-networking", true),
			chromedp.Flag("disable-component-update", true),
			chromedp.Flag("disable-sync", true),
			chromedp.Flag("disable-dev-shm-usage", true), // containers have little of it
			// A tab behind others is as much looked at as they are.
			chromedp.Flag("disable-renderer-backgrounding", true),
			chromedp.Flag("disable-backgrounding-occluded-windows", true),
			chromedp.Flag("disable-background-timer-throttling", true),
			// A test uses a part of the viewer: what it does not call need not be compiled for it,
			// which takes half of what it costs to load a page.
			chromedp.Flag("js-flags", "--wasm-lazy-compilation"),
		}
		allocator, stopAllocator := chromedp.NewExecAllocator(context.Background(), options...)
		ctx, stop := chromedp.NewContext(allocator)
		browser.ctx = ctx
		if browser.err = soon(func() error { return chromedp.Do(ctx) }); browser.err != nil {
			stopAllocator() // and with it a browser that is half there
		}
		browser.stop = func() { stop(); stopAllocator() }
	})
	if browser.err != nil {
		t.Fatalf("%s does not start: %v", path, browser.err)
	}
	return browser.ctx
}

// together runs a part of a test beside its others.
func together(t *testing.T, name string, part func(t *testing.T)) {
	t.Run(name, func(t *testing.T) {
		t.Parallel()
		part(t)
	})
}
