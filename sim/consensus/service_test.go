package consensus

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"lockstep/sim/trace"
	"pgregory.net/rapid"
)

// exec runs a command written as one line at so many milliseconds.
func exec(s *Service, ms int64, line string) (string, []trace.Key) {
	return s.Exec(trace.Local(ms*1000), strings.Fields(line))
}

func TestStories(t *testing.T) {
	for _, story := range []struct {
		name  string
		lines []string // milliseconds, command, reply
	}{
		{"each grant has a higher revision", []string{
			"0 ACQUIRE lock A 10000 -> (integer) 1",
			"1 ACQUIRE lock B 10000 -> (nil)",
			`2 GET lock -> "A"`,
			"3 RELEASE lock A -> (integer) 1",
			"3 GET lock -> (nil)",
			"4 ACQUIRE lock B 10000 -> (integer) 2",
			"5 RELEASE lock B -> (integer) 1",
			"6 ACQUIRE lock A 10000 -> (integer) 3",
		}},
		{"the owner who asks again has the same revision, and a new lease", []string{
			"0 ACQUIRE lock A 10 -> (integer) 1",
			"5 ACQUIRE lock A 10 -> (integer) 1",
			"14 ACQUIRE lock B 10 -> (nil)",
			"15 ACQUIRE lock B 10 -> (integer) 2",
		}},
		{"a lease is gone at its deadline", []string{
			"0 ACQUIRE lock A 10 -> (integer) 1",
			"9 KEEPALIVE lock A 10 -> (integer) 1",
			"18 ACQUIRE lock B 10 -> (nil)",
			"19 KEEPALIVE lock A 10 -> (integer) 0",
			"19 RELEASE lock A -> (integer) 0",
			"19 ACQUIRE lock A 10 -> (integer) 2",
		}},
		{"nobody renews or releases another's lease", []string{
			"0 ACQUIRE lock A 10 -> (integer) 1",
			"1 KEEPALIVE lock B 10 -> (integer) 0",
			"1 RELEASE lock B -> (integer) 0",
			`2 GET lock -> "A"`,
			"3 KEEPALIVE other A 10 -> (integer) 0",
		}},
		{"numbers and grants share the counter", []string{
			"0 NUMBER invoice -> (integer) 1",
			"0 ACQUIRE lock A 10 -> (integer) 2",
			"0 NUMBER invoice -> (integer) 3",
			"0 NUMBER seats -> (integer) 4",
			`0 GET invoice -> "3"`,
			`0 NUMBER lock -> (error) ERR "lock" is a lock; a number needs a name of its own`,
			`0 ACQUIRE seats A 10 -> (error) ERR "seats" is a number; a lock needs a key of its own`,
		}},
		{"what makes no sense", []string{
			"0 -> (error) ERR an empty command; ACQUIRE, KEEPALIVE, RELEASE, NUMBER, GET are understood",
			`0 SET lock A -> (error) ERR unknown command "SET"; ACQUIRE, KEEPALIVE, RELEASE, NUMBER, GET are understood`,
			"0 acquire lock -> (error) ERR the form is ACQUIRE key owner ttl-ms",
			`0 ACQUIRE lock A 0 -> (error) ERR a lease lasts from 1 to 86400000 ms, not "0"`,
			`0 ACQUIRE lock A 1.5 -> (error) ERR a lease lasts from 1 to 86400000 ms, not "1.5"`,
			`0 KEEPALIVE lock A 86400001 -> (error) ERR a lease lasts from 1 to 86400000 ms, not "86400001"`,
		}},
	} {
		t.Run(story.name, func(t *testing.T) {
			s := New()
			for _, line := range story.lines {
				said, want, _ := strings.Cut(line, " -> ")
				at, cmd, _ := strings.Cut(said, " ")
				ms, err := strconv.ParseInt(at, 10, 64)
				if err != nil {
					t.Fatal(err)
				}
				if got, _ := exec(s, ms, cmd); got != want {
					t.Errorf("%s: %s", said, got)
				}
			}
		})
	}
	if got, keys := New().Exec(0, []string{"GET", ""}); got != "(error) ERR GET needs a key that is not empty" || keys != nil {
		t.Errorf("%s %v", got, keys)
	}
}

func TestKeys(t *testing.T) {
	s := New()
	for _, tt := range []struct {
		ms   int64
		line string
		want trace.Key
	}{
		{0, "GET lock", trace.Key{Name: "lock", PTTL: trace.Gone}},
		{0, "ACQUIRE lock A 10", trace.Key{Name: "lock", Value: "A", PTTL: 10 * trace.Millisecond}},
		{4, "ACQUIRE lock B 10", trace.Key{Name: "lock", Value: "A", PTTL: 6 * trace.Millisecond}},
		{5, "KEEPALIVE lock A 10", trace.Key{Name: "lock", Value: "A", PTTL: 10 * trace.Millisecond}},
		{6, "RELEASE lock A", trace.Key{Name: "lock", PTTL: trace.Gone}},
		{6, "NUMBER seats", trace.Key{Name: "seats", Value: "2", PTTL: trace.NoExpiry}},
	} {
		if _, keys := exec(s, tt.ms, tt.line); !slices.Equal(keys, []trace.Key{tt.want}) {
			t.Errorf("%s: %+v", tt.line, keys)
		}
	}
}

func TestExpire(t *testing.T) {
	s := New()
	if at, ok := s.NextExpiry(); ok {
		t.Errorf("an empty service expects an expiry at %d", at)
	}
	exec(s, 0, "ACQUIRE late A 20")
	exec(s, 0, "ACQUIRE b A 10")
	exec(s, 0, "ACQUIRE a A 10")
	exec(s, 0, "ACQUIRE early A 5")
	if at, ok := s.NextExpiry(); at != 5000 || !ok {
		t.Errorf("next expiry at %d, %v", at, ok)
	}
	if got := s.Expire(4999); got != nil {
		t.Errorf("at 4999: %v", got)
	}
	if got := s.Expire(10000); !slices.Equal(got, []string{"early", "a", "b"}) {
		t.Errorf("at 10000: %v", got)
	}
	if at, ok := s.NextExpiry(); at != 20000 || !ok {
		t.Errorf("next expiry at %d, %v", at, ok)
	}
}

// Whatever is asked, in whatever order: numbers only grow, a key has one owner at a
// time, and it loses the key by a release or at its deadline alone.
func TestProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := New()
		now := trace.Local(0)
		last := int64(0)
		type belief struct {
			owner    string
			revision int64
			until    trace.Local
		}
		truth := map[string]belief{}
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			now += trace.Local(rapid.IntRange(0, 5).Draw(t, "later")) * 1000
			key := rapid.SampledFrom([]string{"x", "y"}).Draw(t, "key")
			owner := rapid.SampledFrom([]string{"A", "B", "C"}).Draw(t, "owner")
			ttl := rapid.Int64Range(1, 12).Draw(t, "ttl")
			if rapid.Bool().Draw(t, "expires") {
				for _, gone := range s.Expire(now) {
					if b := truth[gone]; b.until > now {
						t.Fatalf("%s expired at %d, %d too early", gone, now, b.until-now)
					}
				}
			}
			b, ttlText := truth[key], strconv.FormatInt(ttl, 10)
			holds, mine := b.until > now, b.until > now && b.owner == owner
			until := now + trace.Local(ttl)*1000
			switch rapid.SampledFrom([]string{"acquire", "keepalive", "release", "number"}).Draw(t, "what") {
			case "acquire":
				reply, _ := s.Exec(now, []string{"ACQUIRE", key, owner, ttlText})
				want := "(nil)"
				if !holds {
					last++
					b = belief{owner: owner, revision: last}
				}
				if !holds || mine {
					b.until = until
					truth[key] = b
					want = integer(b.revision)
				}
				if reply != want {
					t.Fatalf("%s acquires %s: %s, want %s", owner, key, reply, want)
				}
			case "keepalive":
				reply, _ := s.Exec(now, []string{"KEEPALIVE", key, owner, ttlText})
				if (reply == "(integer) 1") != mine {
					t.Fatalf("%s keeps %s, which is %+v at %d: %s", owner, key, b, now, reply)
				}
				if mine {
					b.until = until
					truth[key] = b
				}
			case "release":
				reply, keys := s.Exec(now, []string{"RELEASE", key, owner})
				if (reply == "(integer) 1") != mine {
					t.Fatalf("%s releases %s, which is %+v at %d: %s", owner, key, b, now, reply)
				}
				if mine {
					delete(truth, key)
				}
				if gone := keys[0].PTTL == trace.Gone; gone != (mine || !holds) {
					t.Fatalf("after %s released %s: %+v", owner, key, keys)
				}
			case "number":
				last++
				if reply, _ := s.Exec(now, []string{"NUMBER", "n"}); reply != integer(last) {
					t.Fatalf("number %s, want %d", reply, last)
				}
			}
		}
	})
}
