package redis

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
)

// What an attack may end in.
const (
	outOfSteps  = "took more than 100000 steps"
	outOfMemory = "used more than 1 MiB of memory"
	tooLong     = "resulting string too large"
	noGlobal    = "nonexistent global variable"
	readOnly    = "Attempt to modify a readonly table"
	tooDeep     = "stack overflow"
	tooNested   = "too many syntax levels"
)

// attacks are scripts, each with the error it must end in.
var attacks = []struct{ name, script, want string }{
	// Time.
	{"endless loop", `while true do end`, outOfSteps},
	{"endless loop inside pcalls", `pcall(function() pcall(function() while true do end end) end) while true do end`, outOfSteps},
	{"pcall around each end", `while true do pcall(function() while true do end end) end`, outOfSteps},
	{"xpcall whose handler loops", `xpcall(function() while true do end end, function() while true do end end)`, outOfSteps},
	{"handler of an ordinary error loops", `xpcall(error, function() while true do end end)`, outOfSteps},
	{"goto", `::a:: goto a`, outOfSteps},
	{"repeat", `repeat until false`, outOfSteps},
	{"for with a long way", `for i = 1, 1e308 do end`, outOfSteps},
	{"for without a step", `for i = 1, 2, 0 do end return 1`, ""},
	{"tail calls", `local function f() return f() end return f()`, outOfSteps},
	{"iterator that never ends", `for k in function() return 1 end do end`, outOfSteps},
	{"next from the start, for ever", `local t = {1} while true do next(t) end`, outOfSteps},
	{"backtracking find", `return string.find(string.rep('a', 30000), '.-.-.-.-b')`, outOfSteps},
	{"backtracking stars", `return string.find(string.rep('a', 300), string.rep('a*', 100) .. 'b')`, outOfSteps},
	{"backtracking match", `return ('a'):rep(60000):match('(.-)(.-)(.-)b')`, outOfSteps},
	{"backtracking gsub", `return ('a'):rep(60000):gsub('.-b', '')`, outOfSteps},
	{"balance from every bracket", `return ('('):rep(60000):find('%b()')`, outOfSteps},
	{"backtracking gmatch", `for w in ('a'):rep(60000):gmatch('.-b') do end`, outOfSteps},
	{"class as long as can be", `return ('a'):rep(60000):find('[' .. ('b'):rep(60000) .. ']')`, outOfSteps},
	{"replacement that loops", `return ('a'):gsub('a', function() while true do end end)`, outOfSteps},
	{"comparison that loops", `table.sort({1, 2, 3}, function() while true do end end)`, outOfSteps},
	{"comparison that contradicts itself", `local t = {} for i = 1, 100 do t[i] = i end table.sort(t, function() return true end) return #t`, ""},
	{"__index that loops", `return setmetatable({}, {__index = function() while true do end end}).x`, outOfSteps},
	{"__tostring that loops", `return tostring(setmetatable({}, {__tostring = function() while true do end end}))`, outOfSteps},
	{"error value with __tostring", `error(setmetatable({}, {__tostring = function() while true do end end}))`, "error object is a table value"},
	{"__concat that loops", `return setmetatable({}, {__concat = function() while true do end end}) .. 'x'`, outOfSteps},
	{"length of an emptied table", `local t = {} for i = 1, 9000 do t[i] = i end for i = 9000, 2, -1 do t[i] = nil end while true do local n = #t end`, outOfSteps},
	{"next over an emptied table", `local t = {} for i = 1, 5000 do t['k' .. i] = 1 end for i = 1, 5000 do t['k' .. i] = nil end while true do next(t) end`, outOfSteps},
	{"errors deep down", `local function f(n) if n == 0 then error('x') end f(n - 1) return 1 end while true do pcall(f, 150) end`, outOfSteps},
	{"commands for ever", `while true do redis.call('get', 'k') end`, outOfSteps},
	{"all keys, for ever", `for i = 1, 500 do redis.call('set', 'k' .. i, 'v') end while true do redis.call('keys', 'none') end`, outOfSteps},
	{"flushes for ever", `while true do redis.call('flushall') end`, outOfSteps},
	{"hash grown field by field", `for i = 1, 1e6 do redis.call('hset', 'h', i, i) end`, outOfSteps},
	{"long strings compared", `local a = ('x'):rep(60000) local b = a .. 'y' while a < b do end`, outOfSteps},
	{"long strings compared the other way", `local a = ('x'):rep(60000) local b = a .. 'y' while not (a >= b) do end`, outOfSteps},
	{"long strings sorted", `local s, t = ('x'):rep(60000), {} for i = 1, 2000 do t[i] = s end while true do table.sort(t) end`, outOfSteps},
	{"long numerals read", `local s = ('1'):rep(60000) while true do tonumber(s) end`, outOfSteps},
	{"long numerals read in base two", `local s = ('0'):rep(60000) while true do tonumber(s, 2) end`, outOfSteps},
	{"long numerals added", `local s = ('0'):rep(60000) .. '1' while true do local n = s + 1 end`, outOfSteps},
	{"long numerals added from the right", `local s = ('0'):rep(60000) .. '1' while true do local n = 1 + s end`, outOfSteps},
	{"long numerals negated", `local s = ('0'):rep(60000) .. '1' while true do local n = -s end`, outOfSteps},
	{"long numerals as arguments", `local s = ('0'):rep(60000) .. '1' while true do math.abs(s) end`, outOfSteps},
	{"long numerals as scores", `local s = ('0'):rep(60000) .. '1' while true do redis.call('zadd', 'z', s, 'a') end`, outOfSteps},
	{"largest of many", `local t = {} for i = 1, 900 do t[i] = i end local function f(...) while true do math.max(...) end end f(unpack(t))`, outOfSteps},
	{"hashes of hashes", `local s = ('x'):rep(60000) while true do redis.sha1hex(s) end`, outOfSteps},

	// Memory.
	{"string doubled thirty times", `local s = 'x' for i = 1, 30 do s = s .. s end return #s`, tooLong},
	{"many long strings", `local t = {} for i = 1, 100 do t[i] = ('x'):rep(60000) .. i end`, outOfMemory},
	{"table of ten million", `local t = {} for i = 1, 1e7 do t[i] = i end`, outOfSteps},
	{"table of names", `local t = {} for i = 1, 1e7 do t['k' .. i] = i end`, outOfSteps},
	{"one far index", `local t = {} t[60000000] = 1`, outOfMemory},
	{"one far index in a constructor", `return {[60000000] = 1}`, outOfMemory},
	{"one far index by rawset", `rawset({}, 60000000, 1)`, outOfMemory},
	{"one far index by insert", `table.insert({}, 60000000, 1)`, outOfMemory},
	{"one far index by assignment of several", `local t = {} t[1], t[60000000] = 1, 2`, outOfMemory},
	{"one far index by __newindex", `local t = setmetatable({}, {__newindex = {}}) t[60000000] = 1`, outOfMemory},
	{"one far index of nothing", `local t = {} t[60000000] = nil return #t`, ""},
	{"tables in tables", `local t = {} while true do t = {t} end`, outOfMemory},
	{"functions", `local t, i = {}, 0 while true do i = i + 1 t[i] = function() return i end end`, "the script was stopped"},
	{"string.rep of a gigabyte", `return string.rep('x', 1e9)`, tooLong},
	{"string.rep as a method", `return ('x'):rep(1e9)`, tooLong},
	{"string.rep of much of nothing", `return (''):rep(1e300)`, ""},
	{"wide format", `return string.format('%99999d', 1)`, "invalid format (width or precision too long)"},
	{"precise format", `return string.format('%.99999f', 1)`, "invalid format (width or precision too long)"},
	{"gsub that multiplies", `return ('x'):rep(1000):gsub('x', ('y'):rep(1000))`, tooLong},
	{"gsub between the letters", `return ('x'):rep(1000):gsub('', ('y'):rep(1000))`, tooLong},
	{"gsub that repeats its match", `return ('x'):rep(1000):gsub('.+', ('%0'):rep(1000))`, tooLong},
	{"table.concat", `local t = {} for i = 1, 1000 do t[i] = ('x'):rep(100) end return table.concat(t)`, tooLong},
	{"table.concat of a huge range", `return table.concat({}, '', 1, 1e9)`, "invalid value (nil)"},
	{"unpack of a huge range", `return unpack({}, 1, 1e7)`, "too many results to unpack"},
	{"unpack of a range that wraps", `return unpack({}, -1e300, 1e300)`, "too many results to unpack"},
	{"byte of a huge range", `return string.byte(('x'):rep(60000), 1, 60000)`, "string slice too long"},
	{"arguments that pile up", `local function f(...) return f(1, ...) end return f()`, tooDeep},
	{"arguments that pile up, caught", `local function f(...) return f(1, ...) end return pcall(pcall, f)`, tooDeep},
	{"reply that branches", `local t = {} for i = 1, 30 do t = {t, t} end return t`, outOfMemory},
	{"reply that contains itself", `local t = {} t[1] = t return t`, "reached lua stack limit"},
	{"values stored until the node is full", `local s = ('x'):rep(60000) for i = 1, 100 do redis.call('set', 'k' .. i, s) end`, errMemory.Text},
	{"append until the value is full", `local s = ('x'):rep(10000) for i = 1, 100 do redis.call('append', 'k', s) end`, errTooLong.Text},

	// Depth.
	{"recursion", `local function f() return f() + 1 end return f()`, tooDeep},
	{"recursion through __index", `local t = setmetatable({}, {__index = function(t, k) return t[k + 1] end}) return t[1]`, tooDeep},
	{"recursion through pcall", `local function f() pcall(f) return 1 end return f()`, ""},
	{"recursion through gsub", `local function f() return (('x'):gsub('x', f)) end return f()`, tooDeep},
	{"recursion through sort", `local function f() table.sort({1, 2}, f) return true end return f()`, tooDeep},
	{"recursion through tostring", `local t = {} setmetatable(t, {__tostring = tostring}) return tostring(t)`, tooDeep},
	{"chain of __index to itself", `local t = {} setmetatable(t, {__index = t}) return t.x`, "too many recursions"},
	{"chain of __newindex to itself", `local t = {} setmetatable(t, {__newindex = t}) t.x = 1`, "loop in settable"},
	{"pcall of pcall", `return pcall(pcall, pcall, pcall, pcall, pcall, error)`, ""},
	{"pattern of many captures", `return ('a'):rep(100):find(('(a)'):rep(40))`, "too many captures"},
	{"pattern of many question marks", `return ('a'):rep(3000):find(('a?'):rep(3000))`, "pattern too complex"},
	{"nested parentheses", `return ` + strings.Repeat("(", 4000) + `1` + strings.Repeat(")", 4000), ""},
	{"nested tables", `return ` + strings.Repeat("{", 3000) + strings.Repeat("}", 3000), tooNested},
	{"nested blocks", strings.Repeat("do ", 1000) + strings.Repeat("end ", 1000), tooNested},
	{"nested functions", strings.Repeat("return function() ", 300) + strings.Repeat("end ", 300), tooNested},
	{"chain of not", `return ` + strings.Repeat("not ", 1500) + `1`, tooNested},
	{"chain of additions", `return ` + strings.Repeat("1+", 3000) + `1`, tooNested},
	{"chain of powers", `return ` + strings.Repeat("1^", 3000) + `1`, tooNested},
	{"chain of joins", `return ` + strings.Repeat("1 ..", 1900) + `1`, tooNested},
	{"chain of calls", `return f` + strings.Repeat("()", 3000), tooNested},
	{"chain of elseif", `if a then ` + strings.Repeat("elseif a then ", 500) + `end`, tooNested},
	{"many locals", strings.Repeat("local a ", 1000), "too many local variables"},
	{"long script", strings.Repeat(" ", 9000), "script is longer than 8192 bytes"},

	// Ways out.
	{"loadfile", `return loadfile("/etc/hostname")`, noGlobal},
	{"dofile", `dofile("/etc/hostname")`, noGlobal},
	{"require", `require("os")`, noGlobal},
	{"loadstring", `return loadstring("return 1")()`, noGlobal},
	{"load", `return load(function() end)`, noGlobal},
	{"print", `print("x")`, noGlobal},
	{"os", `return os.time()`, noGlobal},
	{"io", `io.open("/etc/hostname")`, noGlobal},
	{"package", `return package.path`, noGlobal},
	{"debug", `debug.getinfo(1)`, noGlobal},
	{"coroutine", `coroutine.wrap(function() end)()`, noGlobal},
	{"channel", `channel.make()`, noGlobal},
	{"cjson", `return cjson.encode({})`, noGlobal},
	{"collectgarbage", `collectgarbage()`, noGlobal},
	{"setfenv", `setfenv(1, {})`, noGlobal},
	{"newproxy", `newproxy()`, noGlobal},
	{"string.dump", `return string.dump(function() end)`, "attempt to call"},
	{"math.random", `return math.random()`, "math.random is not available"},
	{"names of our own", "local t = {} return _G['bounded set']", noGlobal},

	// Traces left for the next script.
	{"new global", `x = 1`, readOnly},
	{"new global by rawset", `rawset(_G, 'x', 1)`, readOnly},
	{"new global in a function", `function f() end`, readOnly},
	{"KEYS", `KEYS = {}`, readOnly},
	{"a library function", `string.rep = nil`, readOnly},
	{"a library function by definition", `function redis.call() end`, readOnly},
	{"a library by insert", `table.insert(table, 1)`, readOnly},
	{"a library by remove", `table.remove(table, 1) redis[1] = 1`, readOnly},
	{"a library by sort", `table.sort(string)`, readOnly},
	{"the metatable of strings", `getmetatable('').__index = nil`, readOnly},
	{"the metatable of globals", `setmetatable(_G, {})`, readOnly},
	{"the metatable behind globals", `getmetatable(_G).__newindex = nil`, readOnly},
	{"the table behind globals", `getmetatable(_G).__index.x = 1`, readOnly},
	{"the metatable behind that", `getmetatable(getmetatable(_G).__index).__index = nil`, readOnly},
}

// allocMax bounds all that is ever allocated while an attack runs, garbage
// included; heldMax what is left of it afterwards.
const (
	allocMax = 20 << 20
	heldMax  = 4 << 20
)

func TestSandbox(t *testing.T) {
	n := newNode(t)
	for _, a := range attacks {
		t.Run(a.name, func(t *testing.T) {
			n.Reset("n1", Never)
			before := heapHeld()
			allocated := allocatedBy(func() {
				reply := n.Exec(0, []string{"EVAL", a.script, "0"}).Reply
				if got := reply.String(); a.want == "" && reply.IsError() || !strings.Contains(got, a.want) {
					t.Errorf("answered %.200s, want %q", got, a.want)
				}
			})
			if allocated > allocMax {
				t.Errorf("%d bytes allocated", allocated)
			}
			if held := heapHeld() - before; held > heldMax {
				t.Errorf("%d bytes held", held)
			}
			checkAlive(t, n)
		})
	}
}

func TestSandboxCommands(t *testing.T) {
	n := newNode(t)
	for _, args := range [][]string{
		{"SETBIT", "k", "4294967295", "1"},
		{"SETRANGE", "k", "-1", "x"},
		{"SETRANGE", "k", "9223372036854775807", "x"},
		{"KEYS", "[z-a]"},
		{"KEYS", strings.Repeat("*a", 30000)},
		{"SCAN", "0", "MATCH", "[z-a]", "COUNT", "9223372036854775807"},
		{"LPOP", "l", "9223372036854775807"},
		{"LRANGE", "l", "-9223372036854775808", "9223372036854775807"},
		{"LTRIM", "l", "-9223372036854775808", "9223372036854775807"},
		{"ZADD", "z", "nan", "a"},
		{"ZRANGE", "z", "0", "-1", "BYSCORE", "LIMIT", "-1", "-1"},
		{"GETRANGE", "k", "-9223372036854775808", "9223372036854775807"},
		{"EVAL", "return 1", "9223372036854775807"},
	} {
		t.Run(args[0], func(t *testing.T) {
			n.Reset("n1", Never)
			do(n, 0, "RPUSH l a b c")
			do(n, 0, "ZADD z 1 a 2 b")
			if allocated := allocatedBy(func() { n.Exec(0, args) }); allocated > 4<<20 {
				t.Errorf("%d bytes allocated", allocated)
			}
			checkAlive(t, n)
			checkBooks(t, n)
		})
	}
}

// TestManyScripts is 20,000 different ones: none is kept for good.
func TestManyScripts(t *testing.T) {
	n := newNode(t)
	filler := strings.Repeat(" ", 1000)
	held := heapHeld()
	for i := range 20_000 {
		script := fmt.Sprintf("return %d --%s", i, filler)
		if got := n.Exec(0, []string{"EVAL", script, "0"}).Reply; got.Int != int64(i) {
			t.Fatalf("script %d answered %s", i, got)
		}
	}
	if grown := heapHeld() - held; grown > 4<<20 {
		t.Errorf("%d bytes held after 20,000 scripts", grown)
	}
	checkAlive(t, n)
}

// checkAlive expects a node to run commands and scripts as if nothing had been.
func checkAlive(t *testing.T, n *Node) {
	t.Helper()
	do(n, 0, "FLUSHALL")
	expect(t, n, 0, "PING", "PONG")
	n.Exec(0, setArgs)
	if got := n.Exec(0, releaseArgs).Reply; got.Int != 1 {
		t.Errorf("a release answered %s", got)
	}
	probe := `local t = {1, 2} t[3] = ('x'):rep(2) .. #t return {t[3], string.format('%d', #t), pcall(error, 'e')}`
	if got := n.Exec(0, []string{"EVAL", probe, "0"}).Reply.String(); got != `["xx2", "3", (nil), "e"]` {
		t.Errorf("a script answered %s", got)
	}
}

func allocatedBy(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

func heapHeld() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
