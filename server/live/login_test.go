package live

import (
	"strings"
	"testing"

	"lockstep/sim/trace"
)

// What a server was shown at a login stands in nothing that is told, even if the server
// itself says it.
func TestLoginIsHidden(t *testing.T) {
	const unknown = "-ERR unknown command 'AUTH', with args beginning with: 'warehouse' 's3cr3t' \r\n"
	login := Login{Username: "warehouse", Password: "s3cr3t"}
	for _, c := range []struct{ name, at, says, want string }{
		{"an unknown command", "AUTH", unknown, "ERR unknown command 'AUTH'"},
		{"an odd refusal", "AUTH", "-ERR warehouse is not s3cr3t\r\n", "ERR *** is not ***"},
		{"no such right", "PING", "-NOPERM User warehouse has no permissions to run the 'ping' command\r\n", "User *** has no permissions"},
		{"at INFO", "INFO", "-ERR warehouse, s3cr3t\r\n", "answers INFO with ERR ***, ***"},
	} {
		t.Run(c.name, func(t *testing.T) {
			addr := fake(t, func(cmd []string) (string, bool) { return c.says, cmd[0] == c.at })
			got := openError(t, Config{Redis: []string{addr}, Login: login})
			if !strings.Contains(got, c.want) || strings.Contains(got, "s3cr3t") || strings.Contains(got, "warehouse") {
				t.Errorf("%s\nwant it to say\n%s", got, c.want)
			}
		})
	}
	t.Run("a lock's answer, and why its key stays", func(t *testing.T) {
		addr := fake(t, func(cmd []string) (string, bool) {
			return "-ERR warehouse, s3cr3t\r\n", cmd[0] == "EVAL"
		})
		g := open(t, Config{Redis: []string{addr}, Login: login, Clients: []Client{{"A", options(trace.LockToken), job(0)}}})
		g.Start("A")
		g.Wait()
		report := g.Close()
		if len(report.Left) != 1 || report.Left[0].Why != `"ERR ***, ***"` {
			t.Errorf("%+v", report)
		}
		if told := lines(g.told()); !strings.Contains(told, "(error) ERR ***, ***") || strings.Contains(told, "s3cr3t") {
			t.Errorf("it tells\n%s", told)
		}
	})
}

// No server is believed how much it is going to say: what has no end, or is more than can
// be kept, is no answer.
func TestAnswersAreBounded(t *testing.T) {
	for _, c := range []struct{ name, says, want string }{
		{"too long for any machine", "$99999999999999999\r\n", "answers with more than a mebibyte, or says that it will"},
		{"too long", "$9999999999\r\n", "answers with more than a mebibyte, or says that it will"},
		{"too many", "*999999999\r\n", "answers with more than a mebibyte, or says that it will"},
		{"too deep", strings.Repeat("*1\r\n", 1000) + ":1\r\n", "does not speak Redis's protocol"},
		{"of another protocol", "%99999999\r\n", "does not speak Redis's protocol"},
		{"no length", "$-9\r\n", "does not speak Redis's protocol"},
	} {
		for _, at := range []string{"HELLO", "PING", "INFO", "SENTINEL"} {
			t.Run(c.name+" at "+at, func(t *testing.T) {
				config := Config{Redis: []string{fake(t, func(cmd []string) (string, bool) { return c.says, cmd[0] == at })}}
				if at == "SENTINEL" {
					config = Config{Sentinels: []string{fake(t, func(cmd []string) (string, bool) {
						if cmd[0] == "INFO" {
							return bulk("redis_mode:sentinel\r\n"), true
						}
						return c.says, cmd[0] == at
					})}}
				}
				if got := openError(t, config); !strings.Contains(got, c.want) {
					t.Errorf("%s\nwant it to say\n%s", got, c.want)
				}
			})
		}
	}
}
