package script

import (
	"strings"
	"testing"

	"lockstep/sim/redis/resp"
)

// run runs one script on a fresh engine. Its commands answer with themselves.
func run(t testing.TB, source string, argv ...string) string {
	t.Helper()
	e := New(func(args []string, readOnly bool) (resp.Reply, int) { return resp.BulksOf(args), 0 })
	defer e.Close()
	return e.Eval(Call{Source: source, Argv: argv}).String()
}

// TestLanguage is Lua where rewriting or a library of our own might have
// changed it.
func TestLanguage(t *testing.T) {
	for _, c := range []struct{ name, source, want string }{
		{"join from the right", `local t = setmetatable({}, {__concat = function(a, b) return 'm' .. type(a) .. type(b) end}) return 'a' .. t .. 'b' .. 1`,
			`"amtablestring"`},
		{"join of numbers", `return 1 .. 2 .. -0.5 .. 1e15 .. 2^53`, `"12-0.51e+159.007199254741e+15"`},
		{"join of many", `local a = 'x' return #(` + strings.Repeat("a..", 99) + `a)`, `(integer) 100`},
		{"join of calls takes one value of each", `local function f() return 'a', 'b' end return f() .. f()`, `"aa"`},
		{"join of nil", `return pcall(function() return 'a' .. nil end)`, `(nil)`},
		{"assignment of several", `local t, x = {}, 0 t.a, x, t[1] = 1, 2, 3 return {t.a, x, t[1]}`, `[(integer) 1, (integer) 2, (integer) 3]`},
		{"assignment of a call to several", `local t = {} t.a, t.b = (function() return 1, 2 end)() return {t.a, t.b}`, `[(integer) 1, (integer) 2]`},
		{"operands before assignment", `local i, t = 1, {} i, t[i] = i + 1, 20 return {i, t[1], t[2]}`, `[(integer) 2, (integer) 20]`},
		{"swap", `local t = {1, 2} t[1], t[2] = t[2], t[1] return t`, `[(integer) 2, (integer) 1]`},
		{"method definition", `local t = {n = 2} function t:times(x) return self.n * x end return t:times(21)`, `(integer) 42`},
		{"function in a field of a field", `local t = {a = {}} function t.a.f() return 7 end return t.a.f()`, `(integer) 7`},
		{"recursive local function", `local function f(n) if n < 2 then return n end return f(n-1) + f(n-2) end return f(10)`, `(integer) 55`},
		{"constructor with keys", `local k = 'x' local t = {1, [k] = 2, y = 3, [10] = 4, 5} return {t[1], t[2], t.x, t.y, t[10]}`,
			`[(integer) 1, (integer) 5, (integer) 2, (integer) 3, (integer) 4]`},
		{"constructor ends with all values", `local function f() return 1, 2 end return {f(), f()}`, `[(integer) 1, (integer) 1, (integer) 2]`},
		{"constructor with a call and then a key", `local function f() return 1, 2 end local t = {f(), [5] = 3} return {t[1], tostring(t[2]), t[5]}`, `[(integer) 1, "nil", (integer) 3]`},
		{"values in the middle of a script", `local function f(...) return select('#', ...), ... end return {f(1, nil, 3)}`,
			`[(integer) 3, (integer) 1]`},
		{"no values for the script itself", `return select('#', ...)`, `(integer) 0`},
		{"order", `return {1 < 2, 'a' < 'b', 'a' >= 'b', 'ab' <= 'a', 'é' > 'z'}`, `[(integer) 1, (integer) 1, (nil), (nil), (integer) 1]`},
		{"order by a metamethod", `local m = {__lt = function(a, b) return a[1] < b[1] end} local a, b = setmetatable({1}, m), setmetatable({2}, m) return {a < b, a > b}`,
			`[(integer) 1, (nil)]`},
		{"order of unlike things", `return {pcall(function() return 1 < 'a' end)}`, `[(nil), "user_script:1: attempt to compare number with string"]`},
		{"arithmetic on one value of each", `local function f() return 7, 8 end return {f() + f(), -f(), f() - 1 * 2, 'x' < f() .. ''}`,
			`[(integer) 14, (integer) -7, (integer) 5, (nil)]`},
		{"arithmetic on text", `return {'10' + 1, 2 * '0x10', -'3'}`, `[(integer) 11, (integer) 32, (integer) -3]`},
		{"arithmetic by a metamethod", `local t = setmetatable({}, {__add = function(a, b) return 'sum' end, __unm = function() return 'less' end}) return {t + 1, 1 + t, -t}`,
			`["sum", "sum", "less"]`},
		{"length", `return {#'abc', #{1, 2}}`, `[(integer) 3, (integer) 2]`},
		{"__newindex function", `local log = {} local t = setmetatable({}, {__newindex = function(t, k, v) log[1] = k .. v end}) t.a = 1 return log`, `["a1"]`},
		{"__newindex table", `local u = {} local t = setmetatable({}, {__newindex = u}) t[1] = 'x' return {u[1], tostring(t[1])}`, `["x", "nil"]`},
		{"__call and __index", `local t = setmetatable({}, {__call = function(_, x) return x end, __index = {y = 2}}) return {t(1), t.y}`, `[(integer) 1, (integer) 2]`},
		{"pairs in the order of adding", `local s = '' for k, v in pairs({b = 1, a = 2, 'x', 'y'}) do s = s .. k .. v end return s`, `"1x2yb1a2"`},
		{"ipairs to the first nil", `local s = '' for i, v in ipairs({'a', 'b', nil, 'd'}) do s = s .. i .. v end return s`, `"1a2b"`},
		{"pcall", `return {pcall(function(a) return a, 2 end, 1)}`, `[(integer) 1, (integer) 1, (integer) 2]`},
		{"error with a place", "return {pcall(function()\nerror('in')\nend)}", `[(nil), "user_script:2: in"]`},
		{"error of the caller", "local function f() error('in', 2) end\nreturn {pcall(function()\nf()\nend)}", `[(nil), "user_script:3: in"]`},
		{"error value", `local ok, e = pcall(error, {1, 2}) return e`, `[(integer) 1, (integer) 2]`},
		{"error table of a reply", `return {pcall(error, {err = 'MY fault'})}`, `[(nil), "MY fault"]`},
		{"xpcall", `return {xpcall(function() error('a', 0) end, function(e) return 'handled ' .. e end)}`, `[(nil), "handled a"]`},
		{"assert", `return {pcall(assert, false, 'no'), assert(1, 2)}`, `[(nil), (integer) 1, (integer) 2]`},
		{"tostring shows no address", `return {tostring({}), tostring(pcall), tostring(function() end)}`, `["table: 0x0", "function: 0x0", "function: 0x0"]`},
		{"tonumber", `return {tonumber('0x10'), tonumber('ff', 16), tonumber(' 5 '), tonumber('1e2'), tostring(tonumber('5x')), tostring(tonumber('inf'))}`,
			`[(integer) 16, (integer) 255, (integer) 5, (integer) 100, "nil", "nil"]`},
		{"sort", `local t = {3, 1, 2} table.sort(t) return t`, `[(integer) 1, (integer) 2, (integer) 3]`},
		{"sort by a function", `local t = {'b', 'c', 'a'} table.sort(t, function(a, b) return a > b end) return t`, `["c", "b", "a"]`},
		{"sort that fails leaves the table", `local t = {3, 1, {}} pcall(table.sort, t) return {t[1], t[2]}`, `[(integer) 3, (integer) 1]`},
		{"insert and remove", `local t = {'a', 'c'} table.insert(t, 2, 'b') table.insert(t, 'd') local x = table.remove(t, 1) return {x, table.remove(t), #t, t[1], t[2]}`,
			`["a", "d", (integer) 2, "b", "c"]`},
		{"concat", `return table.concat({1, 2.5, 'x'}, ', ', 2)`, `"2.5, x"`},
		{"unpack", `return {unpack({1, 2, 3}, 2)}`, `[(integer) 2, (integer) 3]`},
		{"math", `return {math.floor(-1.5), math.max(1, 3, 2), math.min(2, 1), math.abs(-2), math.fmod(7, 4), 7 % -4, 2^10}`,
			`[(integer) -2, (integer) 3, (integer) 1, (integer) 2, (integer) 3, (integer) -1, (integer) 1024]`},
		{"powers", `return {-2^2, 2^3^2, '2'^'3', 4^0.5 * 10, tostring(2^-1), tostring((-8)^0.5), tostring(0^-1.5), tostring(2^(1/0))}`,
			`[(integer) -4, (integer) 512, (integer) 8, (integer) 20, "0.5", "-nan", "inf", "inf"]`},
		{"powers of one's own", `return setmetatable({}, {__pow = function(a, b) return 'power ' .. b end}) ^ 3`, `"power 3"`},
		{"power of nothing", `return 2 ^ nil`,
			`(error) ERR user_script:1: attempt to perform arithmetic on a nil value script: dc066086aefdeb9bfb77554a7c2829c42faaa60b, on @user_script:1.`},
		{"no number is no index", `return ('abc'):sub(0/0, 2)`, `"ab"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := run(t, c.source); got != c.want {
				t.Errorf("%s\nanswered %s\nwant     %s", c.source, got, c.want)
			}
		})
	}
}

func TestStrings(t *testing.T) {
	for _, c := range []struct{ expression, want string }{
		{`('hello'):sub(2, -2)`, `["ell"]`},
		{`('hello'):sub(-100, 100)`, `["hello"]`},
		{`('hello'):sub(4, 2)`, `[""]`},
		{`('hello'):sub(0)`, `["hello"]`},
		{`('abc'):byte(1, -1)`, `[(integer) 97, (integer) 98, (integer) 99]`},
		{`('abc'):byte(10)`, `[]`},
		{`string.char(72, 105)`, `["Hi"]`},
		{`('Ab1é'):upper(), ('Ab1É'):lower()`, `["AB1\xc3\xa9", "ab1\xc3\x89"]`},
		{`('abc'):reverse(), ('ab'):rep(3), ('x'):rep(-1)`, `["cba", "ababab", ""]`},
		{`('a.b'):find('.', 1, true)`, `[(integer) 2, (integer) 2]`},
		{`('a.b'):find('%.')`, `[(integer) 2, (integer) 2]`},
		{`('hello'):find('l', -2)`, `[(integer) 4, (integer) 4]`},
		{`('hello'):find('')`, `[(integer) 1, (integer) 0]`},
		{`('hello'):find('xyz'), 1`, `[]`},
		{`('key = value'):match('^(%w+)%s*=%s*(%w+)$')`, `["key", "value"]`},
		{`('2026-11-30'):match('(%d+)-(%d+)-(%d+)')`, `["2026", "11", "30"]`},
		{`('hello'):match('()ll()')`, `[(integer) 3, (integer) 5]`},
		{`('f(a(b)c)d'):match('%b()')`, `["(a(b)c)"]`},
		{`('THE (quick) fox'):find('%f[%a]%a+%f[%A]')`, `[(integer) 1, (integer) 3]`},
		{`('abab'):match('(a)(b)%1%2')`, `["a", "b"]`},
		{`('a-b]c'):match('[%]%-]+')`, `["-"]`},
		{`('a^b'):match('[b^]+')`, `["^b"]`},
		{`('xaaax'):match('a-x'), ('xaaax'):match('a+'), ('xaaax'):match('a?a?a?a?x')`, `["x", "aaa", "x"]`},
		{`('abc'):gsub('%w', '%0%0')`, `["aabbcc", (integer) 3]`},
		{`('abc'):gsub('', '-')`, `["-a-b-c-", (integer) 4]`},
		{`('hello world'):gsub('o', '0', 1)`, `["hell0 world", (integer) 1]`},
		{`('$name is $age'):gsub('%$(%w+)', {name = 'Ann', age = 7})`, `["Ann is 7", (integer) 2]`},
		{`('abc'):gsub('%w', function(c) if c == 'b' then return 'X' end end)`, `["aXc", (integer) 3]`},
		{`('abc'):gsub('^a', 'x')`, `["xbc", (integer) 1]`},
		{`(('one two'):gsub('(%w+) (%w+)', '%2 %1'))`, `["two one"]`},
		{`string.format('%5.2f|%-5d|%05d|%+d|%x|%X|%o|%c|%e|%g', 1.5, 3, 42, 7, 255, 255, 8, 65, 12345.678, 0.1)`,
			`[" 1.50|3    |00042|+7|ff|FF|10|A|1.234568e+04|0.1"]`},
		{`string.format('%s %q %5s|%-5s|%.2s %%', 'a', 'b"\n', 'c', 'd', 'efg')`, `["a \"b\\\"\\\n\"     c|d    |ef %"]`},
		{`string.format('%d %s %s', '10', 1e20, true)`, `["10 1e+20 true"]`},
		{`string.format('%x', -1)`, `["ffffffffffffffff"]`},
	} {
		if got := run(t, "return {"+c.expression+"}"); got != c.want {
			t.Errorf("%s\nanswered %s\nwant     %s", c.expression, got, c.want)
		}
	}
}

func TestGmatch(t *testing.T) {
	got := run(t, `local t = {} for k, v in ('a=1, b=2'):gmatch('(%w+)=(%w+)') do t[#t+1] = k .. v end for w in ('xy'):gmatch('') do t[#t+1] = '|' end return t`)
	if want := `["a1", "b2", "|", "|", "|"]`; got != want {
		t.Errorf("answered %s, want %s", got, want)
	}
}

// TestConversion is the table of Redis's documentation on scripts.
func TestConversion(t *testing.T) {
	for _, c := range []struct{ source, want string }{
		{`return 3.99`, `(integer) 3`},
		{`return -3.99`, `(integer) -3`},
		{`return 0/0`, `(integer) -9223372036854775808`},
		{`return 1e300`, `(integer) -9223372036854775808`},
		{`return 'x'`, `"x"`},
		{`return true`, `(integer) 1`},
		{`return false`, `(nil)`},
		{`return nil`, `(nil)`},
		{`return`, `(nil)`},
		{`return function() end`, `(nil)`},
		{`return {1, 'a', nil, 2}`, `[(integer) 1, "a"]`},
		{`return {x = 1}`, `[]`},
		{`return {ok = 'FINE'}`, `FINE`},
		{`return {err = 'MY fault'}`, `(error) MY fault`},
		{`return redis.status_reply('FINE')`, `FINE`},
		{`return redis.error_reply('fault')`, `(error) ERR fault`},
		{`return redis.error_reply('-MY fault')`, `(error) MY fault`},
		{`return redis.call('SET', 'k', 1, 1.5, 1e15)`, `["SET", "k", "1", "1.5", "1000000000000000"]`},
	} {
		if got := run(t, c.source); got != c.want {
			t.Errorf("%s\nanswered %s\nwant     %s", c.source, got, c.want)
		}
	}
}

func TestCommandsReachScripts(t *testing.T) {
	replies := map[string]resp.Reply{
		"status": resp.OK, "int": resp.IntOf(7), "nil": {}, "error": resp.ErrorOf("MY fault"),
		"array": resp.ArrayOf(resp.IntOf(1), resp.Reply{}, resp.BulkOf("x")),
	}
	e := New(func(args []string, readOnly bool) (resp.Reply, int) { return replies[args[0]], 10 })
	defer e.Close()
	for _, c := range []struct{ source, want string }{
		{`return redis.call('status').ok`, `"OK"`},
		{`return redis.call('int') + 1`, `(integer) 8`},
		{`return {redis.call('nil') == false}`, `[(integer) 1]`},
		{`local t = redis.call('array') return {#t, t[1], tostring(t[2]), t[3]}`, `[(integer) 3, (integer) 1, "false", "x"]`},
		{`return redis.pcall('error').err`, `"MY fault"`},
		{`return {pcall(redis.call, 'error')}`, `[(nil), "MY fault"]`},
		{"\nredis.call('error')", `(error) MY fault script: ` + sha1Hex("\nredis.call('error')") + `, on @user_script:2.`},
	} {
		if got := e.Eval(Call{Source: c.source}).String(); got != c.want {
			t.Errorf("%s\nanswered %s\nwant     %s", c.source, got, c.want)
		}
	}
}

// TestBudgetIsExact finds the same instruction out of budget on every run, on a
// new machine and on a used one.
func TestBudgetIsExact(t *testing.T) {
	steps := 0
	e := New(func(args []string, readOnly bool) (resp.Reply, int) { steps++; return resp.OK, 0 })
	defer e.Close()
	counted := map[int]int{}
	for range 5 {
		steps = 0
		e.Eval(Call{Source: `while true do redis.call('x') end`})
		counted[steps]++
		e.Eval(Call{Source: `return 1`})
	}
	if len(counted) != 1 {
		t.Errorf("commands before the budget was spent, and how often: %v", counted)
	}
}

func TestCacheForgetsTheOldest(t *testing.T) {
	e := New(nil)
	defer e.Close()
	script := func(i int) string { return "return " + strings.Repeat(" ", i) + "1" }
	first := e.Load(script(0)).Text
	for i := 1; i < cacheMax; i++ {
		e.Load(script(i))
	}
	if _, ok := e.Source(first); !ok {
		t.Errorf("the first of %d scripts is forgotten", cacheMax)
	}
	second := sha1Hex(script(1))
	e.Load(script(0)) // used again: now the second is the oldest
	e.Load(script(cacheMax))
	if _, ok := e.Source(first); !ok {
		t.Error("a script used again is forgotten")
	}
	if _, ok := e.Source(second); ok {
		t.Error("the oldest script is still there")
	}
	for i := range 20 {
		e.Load("return " + strings.Repeat(" ", SourceMax-20+i) + "1")
	}
	if e.cache.bytes > cacheBytesMax {
		t.Errorf("%d bytes of scripts are kept", e.cache.bytes)
	}
	e.Flush()
	if _, ok := e.Source(first); ok {
		t.Error("a script outlives a flush")
	}
}

// A string of 60,000 bytes costs more than one step wherever all of it is looked
// at. A loop that does so gets a few rounds far, not the thousands that the
// instructions alone would allow.
func TestLongStringsAreCharged(t *testing.T) {
	for _, work := range []string{
		`local x = s < s`, `local x = s <= s`, `local x = s > s`, `local x = s >= s`, `table.sort({s, s, s})`,
		`local x = n + 1`, `local x = 1 - n`, `local x = -n`, `local x = n ^ n`, `tonumber(n)`, `tonumber(n, 2)`, `tonumber(s, 36)`,
		`math.floor(n)`, `math.max(1, n)`, `string.rep('x', n)`, `select(n, 1)`, `string.format('%d', n)`,
		`redis.call('get', s, s, s, s, s, s, s, s)`,
	} {
		t.Run(work, func(t *testing.T) {
			rounds := 0
			e := New(func(args []string, readOnly bool) (resp.Reply, int) {
				if args[0] == "round" {
					rounds++
				}
				return resp.OK, 0
			})
			defer e.Close()
			source := `local s, n = ('z'):rep(60000), ('0'):rep(60000) .. '1' while true do redis.call('round') ` + work + ` end`
			got := e.Eval(Call{Source: source}).String()
			if !strings.Contains(got, errSteps.Error()) || rounds > 20 {
				t.Errorf("%d rounds, and then %s", rounds, got)
			}
		})
	}
}
