package browsertest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	cdplog "github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// patience is how long anything that is waited for may take to come about, on a
// slow machine under load. No test measures it.
const patience = 30 * time.Second

// disappointed says that something did not come about. Whatever broke it, a server
// that answers nothing or a viewer that does not start, breaks most tests: the
// others find that out sooner.
var disappointed atomic.Bool

func patienceLeft() time.Duration {
	if disappointed.Load() {
		return patience / 10
	}
	return patience
}

// within limits what ctx waits for to the patience left.
func within(ctx context.Context) (context.Context, func()) {
	ctx, cancel := context.WithTimeout(ctx, patienceLeft())
	return ctx, func() {
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			disappointed.Store(true)
		}
		cancel()
	}
}

// browser is the one browser of all tests; each test has a context of its own in
// it, as if nobody had been there before.
var browser struct {
	start sync.Once
	ctx   context.Context
	stop  func()
	err   error
}

func TestMain(m *testing.M) {
	code := m.Run()
	if browser.stop != nil {
		browser.stop()
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

// tab is one page of the browser.
type tab struct {
	t   testing.TB
	ctx context.Context

	world runtime.ExecutionContextID // where expressions are evaluated: a frame's, or 0 for the page's own

	mu         sync.Mutex
	worlds     map[string]runtime.ExecutionContextID // by origin
	complaints []string                              // of the console
	tolerated  []string                              // what complaints may contain
}

// screen is how the page is shown.
type screen struct {
	width, height int64
	dark          bool
	still         bool // prefers-reduced-motion
	noScript      bool
	touch         bool
}

var (
	desk  = screen{width: 1440, height: 960}
	phone = screen{width: 360, height: 740, touch: true}
)

// open shows an address in a new tab, which the test's end closes.
func open(t testing.TB, address string, s screen) *tab {
	t.Helper()
	b := blank(t, s)
	b.show(address)
	return b
}

// show goes to an address.
func (b *tab) show(address string) {
	b.t.Helper()
	b.do(chromedp.Navigate(address))
}

// blank is a tab that shows nothing yet.
func blank(t testing.TB, s screen) *tab {
	t.Helper()
	b := &tab{t: t}
	ctx, closeTab := chromedp.NewContext(needBrowser(t), chromedp.WithNewBrowserContext(), chromedp.WithListener(b.hear))
	t.Cleanup(closeTab)
	// A tab lives as long as the context that it is made with: the limit is not its.
	if err := soon(func() error { return chromedp.Do(ctx) }); err != nil {
		t.Fatal(err)
	}
	b.ctx = ctx
	t.Cleanup(b.check)

	var viewport []chromedp.EmulateViewportOption
	if s.touch {
		viewport = append(viewport, chromedp.EmulateTouch, chromedp.EmulateMobile)
	}
	theme, motion := "light", "no-preference"
	if s.dark {
		theme = "dark"
	}
	if s.still {
		motion = "reduce"
	}
	b.do(
		chromedp.EmulateViewport(s.width, s.height, viewport...),
		command(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
			{Name: "prefers-color-scheme", Value: theme}, {Name: "prefers-reduced-motion", Value: motion},
		}}),
		command(emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: s.noScript}),
		command(emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true}),
	)
	return b
}

// command is an action that carries out one command of the protocol.
func command[P, R any](c cdp.Command[P, R], params P) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, c, params)
		return err
	})
}

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

// do carries out actions.
func (b *tab) do(actions ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	ctx, cancel := within(b.ctx)
	defer cancel()
	if err := chromedp.Do(ctx, actions...); err != nil {
		b.t.Fatal(err)
	}
}

// eval returns the value of a JavaScript expression.
func eval[T any](b *tab, expression string) T {
	b.t.Helper()
	ctx, cancel := within(b.ctx)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise, b.there))
	if err != nil {
		b.t.Fatalf("%s: %v", expression, err)
	}
	return v
}

// wait waits until a JavaScript expression is true, looking once a frame.
func (b *tab) wait(expression string) {
	b.t.Helper()
	ctx, cancel := within(b.ctx)
	defer cancel()
	loop := fmt.Sprintf(`(async () => { while (!(%s)) await new Promise(requestAnimationFrame); return true; })()`, expression)
	if _, err := chromedp.Run(ctx, chromedp.Evaluate[bool](loop, chromedp.EvalAwaitPromise, b.there)); err != nil {
		b.t.Fatalf("waiting for %s: %v", expression, err)
	}
}

// there has an expression evaluated where the tab looks.
func (b *tab) there(p *runtime.EvaluateParams) { p.ContextID = b.world }

// framed is the frame of the tab's page that shows something of that origin.
func (b *tab) framed(origin string) *tab {
	b.t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	world, ok := b.worlds[origin]
	if !ok {
		b.t.Fatalf("no frame shows anything of %s", origin)
	}
	return &tab{t: b.t, ctx: b.ctx, world: world}
}

// press presses a key, such as kb.ArrowRight or k, with modifiers.
func (b *tab) press(key string, modifiers ...chromedp.Modifier) {
	b.t.Helper()
	b.do(chromedp.KeyEvent(key, chromedp.KeyModifiers(modifiers...), asKeyboardsDo))
}

// asKeyboardsDo lets a page that takes a key keep it from being typed as well: with
// the other kind of event the browser types it wherever the focus is by then.
func asKeyboardsDo(p *input.DispatchKeyEventParams) {
	if p.Type == input.DispatchKeyEventTypeKeyDown {
		p.Type = input.DispatchKeyEventTypeRawKeyDown
	}
}

// frame waits until what was done is drawn.
func (b *tab) frame() {
	b.t.Helper()
	eval[bool](b, `new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))`)
}

// hear takes note of what the page complains of. Breaches of the content policy
// are among it.
func (b *tab) hear(event any) {
	text := ""
	switch e := event.(type) {
	case *runtime.EventExecutionContextCreated:
		b.mu.Lock()
		defer b.mu.Unlock()
		if b.worlds == nil {
			b.worlds = make(map[string]runtime.ExecutionContextID)
		}
		b.worlds[e.Context.Origin] = e.Context.ID
	case *runtime.EventExceptionThrown:
		text = "exception: " + e.ExceptionDetails.Text
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.ConsoleAPICalledTypeError || e.Type == runtime.ConsoleAPICalledTypeWarning {
			for _, arg := range e.Args {
				text += " " + string(arg.Value) + arg.Description
			}
			text = "console:" + text
		}
	case *cdplog.EventEntryAdded:
		if e.Entry.Level == cdplog.EntryLevelError || e.Entry.Level == cdplog.EntryLevelWarning {
			text = "log: " + e.Entry.Text + " " + e.Entry.URL
		}
	}
	if text != "" {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.complaints = append(b.complaints, text)
	}
}

// tolerate lets complaints pass that contain a text.
func (b *tab) tolerate(texts ...string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.tolerated = append(b.tolerated, texts...)
}

func (b *tab) check() {
	b.mu.Lock()
	defer b.mu.Unlock()
complaints:
	for _, c := range b.complaints {
		for _, text := range b.tolerated {
			if strings.Contains(c, text) {
				continue complaints
			}
		}
		b.t.Errorf("the page complains: %s", c)
	}
}
