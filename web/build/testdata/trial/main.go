// Command trial does what leans on the tables of functions, and says "done" if all
// of it went as it should:
//
//	trial all         the checks
//	trial panic       a panic that nobody recovers
//	trial deadlock    waits for what never comes
//	trial float       writes a float, and panics with it
//
// It is built and slimmed as the viewer is.
package main

import (
	"errors"
	"math"
	"os"
	"reflect"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"time"
)

func main() {
	switch os.Args[1] {
	case "all":
		for _, check := range []func(){
			onlyMain, deepStacks, objects, collecting, goroutines, recovered, wrapped, types, closures, reflected, finalized, timers,
		} {
			check()
		}
		os.Stdout.WriteString("done\n")
	case "panic":
		explode(3)
	case "deadlock":
		<-make(chan int)
	case "float":
		os.Stdout.WriteString(strconv.FormatFloat(math.Pi, 'g', -1, 64))
		panic(math.Pi)
	}
}

// must panics unless a check holds.
func must(ok bool, what string) {
	if !ok {
		panic("not so: " + what)
	}
}

// The runtime's own goroutines, which it tells by name, are not counted.
func onlyMain() {
	must(runtime.NumGoroutine() == 1, "one goroutine")
}

// explode panics some calls deep.
func explode(depth int) {
	if depth == 0 {
		panic(errors.New("the trial's end"))
	}
	explode(depth - 1)
}

// tree is live data whose sum is known.
type tree struct {
	left, right *tree
	value       *int
}

func grow(depth int) *tree {
	v := depth
	t := &tree{value: &v}
	if depth > 0 {
		t.left, t.right = grow(depth-1), grow(depth-1)
	}
	return t
}

func (t *tree) sum() int {
	if t == nil {
		return 0
	}
	return *t.value + t.left.sum() + t.right.sum()
}

// deepStacks makes stacks grow, and thereby move, with pointers into them.
func deepStacks() {
	local := 0
	must(descend(20_000, &local) == 20_000 && local == 20_000, "pointers into a stack that moves")
	results := make(chan int)
	for range 8 {
		go func() {
			local := 0
			results <- descend(3_000, &local) + local
		}()
	}
	for range 8 {
		must(<-results == 6_000, "stacks of several goroutines")
	}
}

func descend(depth int, count *int) int {
	var frame [16]int
	kept := &tree{value: &frame[3]}
	if depth%2_500 == 0 {
		runtime.GC() // nothing but this stack refers to the trees of all frames above
	}
	if depth == 0 {
		return 0
	}
	frame[3] = depth
	*count++
	below := descend(depth-1, count)
	must(kept.sum() == depth, "what a frame refers to")
	return below + 1
}

// objects keeps trees alive by nothing but a pointer to a variable of a frame that
// has no more use for it itself.
func objects() {
	must(later(filled(&[2]*tree{})) == 2*120, "what a variable on the stack refers to")
}

func filled(trees *[2]*tree) *[2]*tree {
	trees[0], trees[1] = grow(6), grow(6)
	return trees
}

func later(trees *[2]*tree) int {
	runtime.GC()
	for range 10 {
		grow(8) // takes what was wrongly given back
	}
	return trees[0].sum() + trees[1].sum()
}

// collecting runs the collector all the time, with live data in frames, globals,
// closures, maps, slices and interfaces.
func collecting() {
	defer debug.SetGCPercent(debug.SetGCPercent(1))
	const sum = 2036 // of a tree of depth 10
	root := grow(10)
	byName := map[string]*tree{}
	var held []any
	for i := range 60 {
		fresh := grow(10)
		byName[strings.Repeat("x", i%20)] = fresh
		held = append(held, fresh, func() int { return fresh.sum() })
		must(root.sum() == sum && fresh.sum() == sum, "trees on the stack")
	}
	for _, h := range held {
		switch h := h.(type) {
		case *tree:
			must(h.sum() == sum, "trees in interfaces")
		case func() int:
			must(h() == sum, "trees in closures")
		}
	}
	for _, t := range byName {
		must(t.sum() == sum, "trees in maps")
	}
}

// goroutines pass trees through channels, select, mutexes and wait groups.
func goroutines() {
	in, out, stop := make(chan *tree), make(chan int, 3), make(chan struct{})
	var all sync.WaitGroup
	var lock sync.Mutex
	seen := 0
	for range 20 {
		all.Add(1)
		go func() {
			defer all.Done()
			for {
				select {
				case t := <-in:
					out <- t.sum()
					lock.Lock()
					seen++
					lock.Unlock()
				case <-stop:
					return
				}
			}
		}()
	}
	for i := range 200 {
		if i%50 == 0 {
			runtime.GC()
		}
		in <- grow(4)
		must(<-out == 26, "a tree that went through channels")
	}
	close(stop)
	all.Wait()
	must(seen == 200, "a count under a mutex")
}

type failure struct{ why string }

func (f failure) Error() string { return f.why }

// recovered panics in every way and goes on.
func recovered() {
	var none map[string]int
	var nowhere *tree
	var anything any = "text"
	numbers, zero := []int{1, 2, 3}, 0
	for want, f := range map[string]func(){
		"assignment to entry in nil map": func() { none["a"] = 1 },
		"index out of range [5]":         func() { numbers[zero+5]++ },
		"slice bounds out of range [4:":  func() { numbers = numbers[zero+4:] },
		"nil pointer dereference":        func() { nowhere.left = nil },
		"integer divide by zero":         func() { numbers[0] /= zero },
		"interface conversion":           func() { numbers[0] = anything.(int) },
		"missing method Error":           func() { panic(anything.(error)) },
		"of its own":                     func() { panic(failure{"of its own"}) },
		"while unwinding": func() {
			defer func() { panic(failure{recover().(error).Error() + " while unwinding"}) }()
			panic(failure{"first"})
		},
	} {
		said := try(f)
		must(strings.Contains(said, want), want+", but "+said)
	}
	must(reached(5) == 15, "deferred calls in a loop, and results changed by them")
}

func try(f func()) (said string) {
	defer func() { said = recover().(error).Error() }()
	f()
	return "nothing"
}

func reached(n int) (sum int) {
	defer func() { recover() }()
	for i := range n {
		defer func() { sum += i + 1 }()
	}
	explode(n)
	return 0
}

type shape interface{ area() int }

type square struct{ side int }

func (s square) area() int { return s.side * s.side }

// The message for a nil pointer to a value is made of the method's name.
func wrapped() {
	var none *square
	shapes := []shape{square{1}, none}
	const want = "value method main.square.area called using nil *square pointer"
	said := try(func() { shapes[1].area() })
	must(said == want, want+", but "+said)
}

type pair[K comparable, V any] struct {
	key   K
	value V
}

func last[K comparable, V any](pairs []pair[K, V], key K) (found V) {
	for _, p := range pairs {
		if p.key == key {
			found = p.value
		}
	}
	return found
}

// types are told apart, compared and used as keys.
func types() {
	names := ""
	for _, v := range []any{1, "a", 2.5, square{2}, &square{3}, failure{"f"}, []int{1}, nil, pair[int, string]{1, "b"}} {
		switch v := v.(type) {
		case shape:
			names += "shape "
		case error:
			names += v.Error() + " "
		case int, float64:
			names += "number "
		case pair[int, string]:
			names += v.value + " "
		case nil:
			names += "nil "
		default:
			names += reflect.TypeOf(v).String() + " "
		}
	}
	must(names == "number string number shape shape f []int nil b ", "types, but "+names)
	keys := map[any]int{square{1}: 1, "one": 2, pair[int, string]{1, "c"}: 3}
	must(keys[square{1}] == 1 && keys[pair[int, string]{1, "c"}] == 3 && keys[square{2}] == 0, "keys of any type")
	must(last([]pair[string, *tree]{{"a", nil}, {"b", grow(2)}}, "b").sum() == 4, "generic code")
}

// closures share what they captured, and iterators are coroutines' rivals.
func closures() {
	count := 0
	add := func(n int) func() { return func() { count += n } }
	for _, f := range []func(){add(1), add(10), add(100)} {
		f()
		f()
	}
	must(count == 222, "a shared variable")
	area := square{4}.area
	runtime.GC()
	must(area() == 16, "a method's value")
}

// reflected runs the collector under calls made by package reflect, whose frames
// the runtime knows by their functions' names.
func reflected() {
	f := reflect.MakeFunc(reflect.TypeFor[func(*tree, ...string) (*tree, string)](), func(args []reflect.Value) []reflect.Value {
		local := 0
		descend(2_000, &local)
		return []reflect.Value{args[0], args[1].Index(1)}
	}).Interface().(func(*tree, ...string) (*tree, string))
	t, s := f(grow(5), "a", strings.Repeat("b", 3))
	must(t.sum() == 57 && s == "bbb", "a function made by reflect")
	method := reflect.ValueOf(grow(5)).MethodByName("Deep").Interface().(func(string) string)
	must(method("deep") == "deep", "a method found by reflect")
}

// Deep has a method's frame on a stack that moves.
func (t *tree) Deep(s string) string {
	local := 0
	descend(2_000, &local)
	must(t.sum() == 57, "a receiver")
	return s
}

// finalized waits for finalizers and cleanups.
func finalized() {
	done := make(chan string, 2)
	leave := func() {
		runtime.SetFinalizer(grow(1), func(t *tree) { done <- "finalizer" })
		runtime.AddCleanup(grow(1), func(s string) { done <- s }, "cleanup")
	}
	leave()
	for len(done) < 2 {
		runtime.GC()
		runtime.Gosched()
	}
	must(<-done != <-done, "a finalizer and a cleanup")
}

// timers fire in their order.
func timers() {
	fired := make(chan int, 3)
	time.AfterFunc(2*time.Millisecond, func() { fired <- 2 })
	time.AfterFunc(time.Millisecond, func() { fired <- 1 })
	stopped := time.NewTimer(time.Hour)
	must(<-fired == 1 && <-fired == 2 && stopped.Stop(), "timers")
}
