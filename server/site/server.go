package site

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strconv"
	"syscall"
	"time"

	"lockstep/server/turns"
	"lockstep/sim/run"
)

// stopWait is how long pages may take to go when the server stops.
const stopWait = 5 * time.Second

// ErrAddr is wrapped by errors about an address that is none.
var ErrAddr = errors.New("want a host and a port, such as localhost:8080, or :8080 for every interface")

// Listen begins to listen at addr, a host and a port. Its error says what is in
// the way and how to go on.
func Listen(addr string) (net.Listener, error) {
	host, port, err := net.SplitHostPort(addr)
	n, numErr := strconv.ParseUint(port, 10, 16)
	if err != nil || numErr != nil {
		return nil, fmt.Errorf("%q: %w", addr, ErrAddr)
	}
	l, err := net.Listen("tcp", addr)
	switch {
	case err == nil:
		return l, nil
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("%s is taken: another program listens there, perhaps another Lockstep. Choose another port, such as --addr %s",
			addr, net.JoinHostPort(host, otherPort(n)))
	case errors.Is(err, syscall.EACCES):
		return nil, fmt.Errorf("%s is not for us: ports below 1024 need the rights of an administrator. Choose another port, such as --addr %s",
			addr, net.JoinHostPort(host, otherPort(n)))
	case errors.Is(err, syscall.EADDRNOTAVAIL):
		return nil, fmt.Errorf("%s: %s is no address of this machine. Try --addr %s, or --addr :%s for every interface",
			addr, host, net.JoinHostPort("localhost", port), port)
	}
	var dns *net.DNSError
	if errors.As(err, &dns) {
		return nil, fmt.Errorf("%s: there is no host called %q here. Try --addr %s", addr, host, net.JoinHostPort("localhost", port))
	}
	return nil, fmt.Errorf("cannot listen at %s: %w", addr, err)
}

// otherPort is a port to try instead.
func otherPort(port uint64) string {
	if port == 9000 {
		return "9001"
	}
	return "9000"
}

// URL is the address of a server that listens at l, for a browser on the same
// machine.
func URL(l net.Listener) string {
	a, ok := l.Addr().(*net.TCPAddr)
	if !ok {
		return l.Addr().String()
	}
	host := a.IP.String()
	if a.IP.IsUnspecified() || a.IP.IsLoopback() {
		host = "localhost"
	}
	return "http://" + net.JoinHostPort(host, strconv.Itoa(a.Port)) + "/"
}

// Stopper ends what an HTTP server's own shutdown does not know of, such as a
// [socket.Hub]. When ctx ends, it leaves behind what has not stopped.
type Stopper interface {
	Shutdown(ctx context.Context) error
}

// Serve serves h at l until ctx ends, and then stops: it lets nobody in any more,
// finishes what it answers, and has the rest shut down, all within a few seconds.
// It closes l.
func Serve(ctx context.Context, l net.Listener, h http.Handler, rest Stopper, log *slog.Logger) error {
	server := &http.Server{
		Handler: h,
		ConnContext: func(ctx context.Context, c net.Conn) context.Context {
			return turns.For(ctx, turns.Place(c.RemoteAddr().String()))
		},
		// A page is small and its request smaller, but for a run's link in its address.
		// Sockets have limits of their own.
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       15 * time.Second,
		WriteTimeout:      5 * time.Minute, // the viewer, over a bad line
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    run.MaxLink + 16<<10,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelDebug), // what strangers send
	}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(l) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	log.Info("stopping", "within", stopWait)
	limit, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopWait)
	defer cancel()
	closed := make(chan error, 1)
	go func() { closed <- rest.Shutdown(limit) }()
	if err := server.Shutdown(limit); err != nil {
		log.Warn("cut off answers that were still being sent", "err", err)
		server.Close()
	}
	if err := <-closed; err != nil {
		log.Warn("left behind what did not stop in time", "err", err)
	}
	<-failed
	log.Info("stopped")
	return nil
}
