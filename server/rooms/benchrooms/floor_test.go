package benchrooms

import (
	"encoding/binary"
	"net"
	"sync"
	"testing"

	"lockstep/web/wall"
)

// floorQueue bounds what waits for a viewer of the floor: a whole moment must have room,
// since nothing is put together.
const floorQueue = 128

// floor is who is connected to it.
type floor struct {
	mu      sync.Mutex
	viewers map[*standing]bool
	serving sync.WaitGroup
}

// standing is one viewer, with what waits for it.
type standing struct {
	conn  net.Conn
	queue chan []byte
}

func serveFloor(b *testing.B, _ int) server {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	f := &floor{viewers: make(map[*standing]bool)}
	f.serving.Go(func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			f.enter(conn)
		}
	})
	return server{
		address: listener.Addr().String(),
		show: func(m *moment, at wall.Span) {
			for _, event := range m.events {
				f.broadcast(event)
			}
			f.broadcast(m.closing(at))
		},
		stop: func() {
			listener.Close()
			f.mu.Lock()
			for v := range f.viewers {
				v.conn.Close()
			}
			f.mu.Unlock()
			f.serving.Wait()
		},
	}
}

// enter serves one connection, which is told first that it is in.
func (f *floor) enter(conn net.Conn) {
	v := &standing{conn, make(chan []byte, floorQueue)}
	v.queue <- framed(nil)
	f.mu.Lock()
	f.viewers[v] = true
	f.mu.Unlock()
	f.serving.Go(func() {
		conn.Read(make([]byte, 1)) // nothing comes but the end
		conn.Close()
		f.mu.Lock()
		defer f.mu.Unlock()
		delete(f.viewers, v)
		close(v.queue)
	})
	f.serving.Go(func() {
		for frame := range v.queue {
			if _, err := conn.Write(frame); err != nil {
				conn.Close()
			}
		}
	})
}

// broadcast puts a frame into every queue. A viewer whose queue is full is dropped.
func (f *floor) broadcast(bytes []byte) {
	frame := framed(bytes)
	f.mu.Lock()
	defer f.mu.Unlock()
	for v := range f.viewers {
		select {
		case v.queue <- frame:
		default:
			v.conn.Close()
		}
	}
}

// framed has the length before it.
func framed(b []byte) []byte {
	return append(binary.BigEndian.AppendUint32(make([]byte, 0, 4+len(b)), uint32(len(b))), b...)
}
