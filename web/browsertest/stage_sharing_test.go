package browsertest

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
)

// anywhere is the address of a page by a name that browsers do not trust without TLS, as
// they do localhost: so a school's own network sees it.
func anywhere(address string) string {
	return strings.NewReplacer("127.0.0.1", "0.0.0.0", "localhost", "0.0.0.0").Replace(address)
}

// At a plain address copying works; and where the browser does not let the page copy, it
// says so, and the address is selected.
func TestCopyingWithoutTLS(t *testing.T) {
	t.Parallel()
	f := serve(t)
	g := stageAt(open(t, anywhere(f.address)+"en/play/failover", desk))
	if eval[bool](g.tab, "isSecureContext") {
		t.Fatal("the browser trusts this address, which tests nothing")
	}
	g.act(keys, "node:n2", "Empty it")
	g.opens("share", "share")
	address := eval[string](g.tab, g.part("share-address")+".value")
	g.clickOn("#stage [data-do=copy]")
	g.wait(g.part("share-copied") + ".textContent === 'Copied.'")
	g.shut()
	if pasted := g.pasted(); pasted != address || !strings.Contains(address, "#r=") {
		t.Errorf("what was copied is %q, not %q", pasted, address)
	}

	eval[bool](g.tab, "(document.execCommand = () => false, true)")
	g.opens("share", "share")
	g.clickOn("#stage [data-do=copy]")
	g.wait(g.part("share-copied") + ".textContent.includes('The address is selected')")
	if got := eval[string](g.tab, `(f => f === document.activeElement ? f.value.slice(f.selectionStart, f.selectionEnd) : "")(`+g.part("share-address")+")"); got != address {
		t.Errorf("selected is %q", got)
	}
}

// A page that browsers trust says that the address is copied only once it is: also where the
// clipboard takes its time to refuse.
func TestCopyingThatIsRefused(t *testing.T) {
	t.Parallel()
	g := stageAt(open(t, serve(t).address+"en/play/failover", desk))
	if !eval[bool](g.tab, "isSecureContext && 'clipboard' in navigator") {
		t.Fatal("the browser trusts this address no more than another")
	}
	eval[bool](g.tab, "(document.execCommand = () => false, true)")
	g.opens("share", "share")
	g.clickOn("#stage [data-do=copy]")
	g.wait(g.part("share-copied") + ".textContent !== ''")
	if got := g.text("share-copied"); !strings.HasPrefix(got, "The address is selected") {
		t.Errorf("it says %q", got)
	}
}

// pasted is what the clipboard holds.
func (b *tab) pasted() string {
	b.t.Helper()
	eval[bool](b, `(f => { f.id = "paste"; document.body.append(f); f.focus(); return true; })(document.createElement("textarea"))`)
	b.do(command(input.DispatchKeyEvent, input.DispatchKeyEventParams{Type: input.DispatchKeyEventTypeKeyDown, Key: "v", Commands: []string{"paste"}, Modifiers: 2}))
	return eval[string](b, `(f => { f.remove(); return f.value; })(document.getElementById("paste"))`)
}

// In a frame of another origin's page that may keep nothing, the stage is as good as
// anywhere.
func TestInAFrame(t *testing.T) {
	t.Parallel()
	f := serve(t)
	course := listen(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, `<!doctype html><title>A course</title><iframe width="1200" height="900" src="%sen/play/failover"></iframe>`, f.address)
	}))
	b := blank(t, desk)
	b.beforehand(deniedStorage)
	b.show(course.String())
	g := stageAt(b.framed(strings.TrimSuffix(f.address, "/")))
	if got := eval[string](g.tab, `(() => { try { return parent.document.title; } catch { return "another origin"; } })()`); got != "another origin" {
		t.Fatalf("the frame sees %q, which tests nothing", got)
	}
	if got := eval[string](g.tab, `(() => { try { return String(localStorage.length); } catch { return "denied"; } })()`); got != "denied" {
		t.Fatalf("the frame may store, which tests nothing: %s", got)
	}
	verdict := g.verdict()
	g.act(keys, "client:A", "Pause the whole process for: 2s")
	g.settled()
	g.trigger("#stage [data-do=undo]")
	g.settled()
	if got := g.verdict(); got != verdict || g.present() != 0 {
		t.Errorf("in a frame undo leads to %q, from %q", got, verdict)
	}
}

// deniedStorage is a browser that lets no page keep anything.
const deniedStorage = `for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"]) {
	Object.defineProperty(window, name, {get() { throw new DOMException("denied", "SecurityError"); }});
}
Object.defineProperty(Document.prototype, "cookie", {get() { throw new DOMException("denied", "SecurityError"); }});`
