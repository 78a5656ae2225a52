package browsertest

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	cdplog "github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// tab is one page of the browser.
type tab struct {
	t     testing.TB
	ctx   context.Context
	close func()

	scripts []page.ScriptIdentifier    // with which its pages begin, though they are none of theirs
	world   runtime.ExecutionContextID // where expressions are evaluated: a frame's, or 0 for the page's own

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

// open shows an address in a tab of the test's own.
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

// used are tabs that tests have done with. To open one takes the browser longer than most
// tests take with it, so the next one is given a used one, as good as new.
var used struct {
	sync.Mutex
	tabs []*tab
}

// blank is a tab that shows nothing yet. Where others have been with it before, nothing
// tells: each test's server has an address of its own, for which nothing is stored.
func blank(t testing.TB, s screen) *tab {
	t.Helper()
	used.Lock()
	var b *tab
	if n := len(used.tabs); n > 0 {
		b, used.tabs = used.tabs[n-1], used.tabs[:n-1]
	}
	used.Unlock()
	if b == nil {
		b = newTab(t)
	}
	b.t = t
	t.Cleanup(b.leave)
	b.as(s)
	return b
}

// newTab opens a tab with a storage of its own.
func newTab(t testing.TB) *tab {
	t.Helper()
	b := new(tab)
	ctx, closeTab := chromedp.NewContext(needBrowser(t), chromedp.WithNewBrowserContext(), chromedp.WithListener(b.hear))
	b.close = closeTab
	// A tab lives as long as the context that it is made with: the limit is not its.
	if err := soon(func() error { return chromedp.Do(ctx) }); err != nil {
		closeTab()
		t.Fatal(err)
	}
	b.ctx = ctx
	return b
}

// leave ends a test's use of a tab, and tells what its pages complained of.
func (b *tab) leave() {
	b.check()
	if b.t.Failed() {
		b.close()
		return
	}
	ctx, cancel := within(b.ctx)
	defer cancel()
	var actions []chromedp.Action[chromedp.Void]
	for _, id := range b.scripts {
		actions = append(actions, command(page.RemoveScriptToEvaluateOnNewDocument, page.RemoveScriptToEvaluateOnNewDocumentParams{Identifier: id}))
	}
	actions = append(actions, chromedp.Navigate("about:blank"), command(page.ResetNavigationHistory, cdp.Empty{}))
	if err := chromedp.Do(ctx, actions...); err != nil {
		b.close()
		return
	}
	b.mu.Lock()
	b.t, b.scripts, b.worlds, b.complaints, b.tolerated = nil, nil, nil, nil, nil
	b.mu.Unlock()
	used.Lock()
	defer used.Unlock()
	used.tabs = append(used.tabs, b)
}

// as shows the tab's pages on such a screen, these and those to come.
func (b *tab) as(s screen) {
	b.t.Helper()
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
}

// beforehand has every page that the tab will show begin with a script.
func (b *tab) beforehand(script string) {
	b.t.Helper()
	added := result(b, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: script})
	b.scripts = append(b.scripts, added.Identifier)
}

// command is an action that carries out one command of the protocol.
func command[P, R any](c cdp.Command[P, R], params P) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, c, params)
		return err
	})
}

// forgets has the tab's browser forget all cookies.
func (b *tab) forgets() {
	b.t.Helper()
	b.do(command(network.ClearBrowserCookies, cdp.Empty{}))
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

// drawn is a promise, in JavaScript, that what was done is drawn.
const drawn = `new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))`

// frame waits until what was done is drawn.
func (b *tab) frame() {
	b.t.Helper()
	eval[bool](b, drawn)
}

// goes does what leads to another page, and waits until it is there.
func (b *tab) goes(do func()) {
	b.t.Helper()
	ctx, cancel := within(b.ctx)
	defer cancel()
	here := eval[float64](b, "performance.timeOrigin")
	do()
	arrived := chromedp.Evaluate[bool](fmt.Sprintf("performance.timeOrigin !== %f && document.readyState === 'complete'", here))
	for {
		// While the page changes there may be none to ask: asked again, there is.
		switch there, err := chromedp.Run(ctx, arrived); {
		case there:
			// Until one page has become the other, no pointer hits anything.
			b.wait(`performance.getEntriesByType("paint").length > 0 && !document.getAnimations().some(a => a.effect.pseudoElement?.startsWith("::view-transition"))`)
			return
		case ctx.Err() != nil:
			b.t.Fatalf("it leads to no other page: %v", err)
		}
	}
}

// follow presses what leads to another page, and waits until that is there.
func (b *tab) follow(selector string) {
	b.t.Helper()
	b.goes(func() {
		if !eval[bool](b, fmt.Sprintf("(e => e !== null && setTimeout(() => e.click()) > 0)(document.querySelector(%q))", selector)) {
			b.t.Fatalf("there is no %s", selector)
		}
	})
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

// fits complains of a page that scrolls sideways.
func (b *tab) fits(s screen) {
	b.t.Helper()
	if got := eval[int64](b, "document.documentElement.scrollWidth"); got > s.width {
		wide := eval[string](b, `[...document.querySelectorAll("body *")].filter(e => e.getBoundingClientRect().right > innerWidth + 1).map(e => e.localName + "." + e.className).slice(0, 5).join(", ")`)
		b.t.Errorf("%s is %d wide in a window of %d: %s", eval[string](b, "location.pathname"), got, s.width, wide)
	}
}
