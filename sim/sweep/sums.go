package sweep

import (
	"strconv"
	"strings"
)

// sums draws a script that computes with numbers of every sort, and shows all of
// their digits: where platforms differ, it is there.
func sums(d draw) string {
	numbers := []string{"0", "-0", "0/0", "1/0", "-1/0", "0.1", "2.5", "-3", "11", "2^53", "2^63", "-2^63", "1e15", "1e300", "7e-310"}
	sums := []string{
		"a + b", "a - b", "a * b", "a / b", "a % b", "a ^ b", "a * b + c", "math.pow(a, c)", "math.sqrt(a) * b", "math.fmod(a, b)",
		"math.floor(a * c)", "math.ceil(b / c)", "math.max(a, b, c)", "#(('x'):rep(5):sub(a, b))", "tonumber(tostring(a)) or b",
	}
	var b strings.Builder
	b.WriteString("local list, a, b, c = {}\n")
	for i := range 24 {
		d := d.ofNth("sum", i)
		for _, name := range []string{"a", "b", "c"} {
			b.WriteString(name + " = " + one(d, name, numbers...) + " + 0." + strconv.Itoa(d.upTo("part of "+name, 1000)) + " ")
		}
		b.WriteString("list[#list + 1] = string.format('%.17g', " + one(d, "sum", sums...) + ")\n")
	}
	b.WriteString("return table.concat(list, ' ')")
	return b.String()
}
