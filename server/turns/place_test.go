package turns

import "testing"

func TestPlaces(t *testing.T) {
	for _, tt := range []struct{ remote, want string }{
		{"192.0.2.7:1234", "192.0.2.7"},
		{"[::ffff:192.0.2.7]:1234", "192.0.2.7"},
		{"[2001:db8:1:2:3:4:5:6]:1234", "2001:db8:1:2::/64"},
		{"[fe80::1%eth0]:1234", "fe80::/64"},
		{"pipe", "pipe"},
	} {
		if got := Place(tt.remote); got != tt.want {
			t.Errorf("Place(%q) = %q, want %q", tt.remote, got, tt.want)
		}
	}
}
