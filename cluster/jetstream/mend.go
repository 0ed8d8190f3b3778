package jetstream

import (
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// After a failed write to a full disk a stream does not write again when there is
// room, and the server stores nothing any more. Both work again after JetStream is
// restarted from its files. So mend waits for free space, and restarts it.
const (
	mendEvery = time.Second
	mendRoom  = 1 << 20 // required free bytes
)

// mend runs until the server ends.
func (s *Server) mend(settings *server.Options, log *slog.Logger) {
	tick := time.NewTicker(mendEvery)
	defer tick.Stop()
	for logged := false; ; {
		select {
		case <-s.ended:
			return
		case <-tick.C:
		}
		if !s.stuck.Load() && s.server.JetStreamEnabled() {
			logged = false
			continue
		}
		if err := room(settings.StoreDir); err != nil {
			if !logged {
				log.Error("the queue's files cannot be written: nothing is kept until they can", "error", err)
				logged = true
			}
			continue
		}
		if err := s.restart(settings); err != nil {
			log.Error("there is room again, but the queue cannot continue", "error", err)
			continue
		}
		log.Info("there is room again: the queue continues")
	}
}

// restart stops JetStream and starts it from its files.
func (s *Server) restart(settings *server.Options) error {
	s.stuck.Store(false)
	if err := s.server.ShutdownJetStream(); err != nil {
		return err
	}
	return s.server.EnableJetStream(&server.JetStreamConfig{
		StoreDir: settings.StoreDir, SyncAlways: true, MaxMemory: settings.JetStreamMaxMemory, MaxStore: settings.JetStreamMaxStore, CompressOK: true, Strict: true,
	})
}

// Full reports whether the disk of a folder has no room for a server.
func Full(dir string) bool { return errors.Is(room(dir), syscall.ENOSPC) }

// room returns nil if a folder has free space.
func room(dir string) error {
	f, err := os.CreateTemp(filepath.Clean(dir), "room")
	if err != nil {
		return err
	}
	_, err = f.Write(make([]byte, mendRoom))
	return errors.Join(err, f.Close(), os.Remove(f.Name()))
}
