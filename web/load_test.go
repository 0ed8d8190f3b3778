package web_test

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"oxo/web"
)

// The load of the tests here; by hand:
//
//	go test ./web -run Load -v -players 200 -seconds 20 -streams 10000
//
//nolint:gochecknoglobals // flags of a test
var (
	players = flag.Int("players", 40, "clients that play at once in TestLoad")
	seconds = flag.Int("seconds", 2, "how long they play")
	streams = flag.Int("streams", 500, "streams to open and drop in TestLoadStreams")
)

// TestLoad lets many clients play noughts and crosses while twenty ask for long
// analyses. It asserts that all are answered, and logs the delays and the memory.
func TestLoad(t *testing.T) {
	ts, _ := serve(t, web.Options{Limits: web.Limits{web.WaitingEach: int64(*players)}}) // all have one address here
	transport := &http.Transport{MaxIdleConnsPerHost: *players + 20}
	c := &http.Client{Transport: transport}
	defer transport.CloseIdleConnections()
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	var all sync.WaitGroup
	var told atomic.Int64
	for i := range 20 {
		all.Go(func() { watch(ctx, c, ts.URL+"/api/analyze?game=connect4:8x7&ms=60000", i, &told) })
	}
	all.Go(func() {
		defer stop()
		for wait := time.Duration(*seconds) * time.Second; wait > 0; wait = 10 * time.Millisecond {
			if time.Sleep(wait); told.Load() > 0 { // longer on a slow machine
				return
			}
		}
	})
	var mu sync.Mutex
	var times []time.Duration
	var most uint64
	all.Go(func() {
		for ctx.Err() == nil {
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			most = max(most, m.HeapInuse+m.StackInuse)
			time.Sleep(100 * time.Millisecond)
		}
	})
	for i := range *players {
		all.Go(func() {
			own := play(t, ctx, c, ts.URL, uint64(i))
			mu.Lock()
			times = append(times, own...)
			mu.Unlock()
		})
	}
	all.Wait()
	if len(times) == 0 || told.Load() == 0 {
		t.Fatalf("%d answers, %d analyses told", len(times), told.Load())
	}
	slices.Sort(times)
	t.Logf("%d clients played, 20 analysed: %d replies in %d s, median %v, p99 %v, slowest %v; %d analyses told; heap and stacks at most %d MB",
		*players, len(times), *seconds, times[len(times)/2], times[len(times)*99/100], times[len(times)-1], told.Load(), most>>20)
}

// play plays games of 3x3 against the engine with random moves, and returns the time
// of each reply.
func play(t *testing.T, ctx context.Context, c *http.Client, base string, seed uint64) []time.Duration {
	var times []time.Duration
	for game := uint64(0); ctx.Err() == nil; game++ {
		moves := []string{[]string{"a1", "b2", "c3", "a2"}[(seed+game)%4]}
		for over := false; !over && ctx.Err() == nil; {
			begun := time.Now()
			address := fmt.Sprintf("%s/api/reply?game=tictactoe&level=%d&seed=%d&moves=%s", base, 1+(seed+game)%10, 1+seed, strings.Join(moves, "."))
			r, err := c.Get(address)
			if err != nil {
				t.Error(err)
				return times
			}
			var reply struct {
				Move  string
				State struct {
					Outcome string
					Legal   []struct{ Move string }
				}
			}
			err = json.NewDecoder(r.Body).Decode(&reply)
			_ = r.Body.Close()
			if err != nil || r.StatusCode != http.StatusOK {
				t.Errorf("%s: %d %v", address, r.StatusCode, err)
				return times
			}
			times = append(times, time.Since(begun))
			moves = append(moves, reply.Move)
			if over = reply.State.Outcome != "ongoing"; !over {
				moves = append(moves, reply.State.Legal[int(seed+game)%len(reply.State.Legal)].Move)
				over = len(moves) == 9 || finished(ctx, c, base, moves)
			}
		}
	}
	return times
}

// finished reports whether a game is over after some moves.
func finished(ctx context.Context, c *http.Client, base string, moves []string) bool {
	r, _ := http.NewRequestWithContext(ctx, http.MethodGet, base+"/api/position?game=tictactoe&moves="+strings.Join(moves, "."), nil)
	answer, err := c.Do(r)
	if err != nil {
		return true
	}
	defer func() { _ = answer.Body.Close() }()
	content, _ := io.ReadAll(answer.Body)
	return !strings.Contains(string(content), `"outcome":"ongoing"`)
}

// watch reads a stream repeatedly until the context ends, and counts the events.
func watch(ctx context.Context, c *http.Client, address string, i int, told *atomic.Int64) {
	for ctx.Err() == nil {
		r, _ := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
		r.Header.Set("X-Oxo-Client", fmt.Sprint(i))
		answer, err := c.Do(r)
		if err != nil {
			return
		}
		for lines := bufio.NewScanner(answer.Body); lines.Scan(); {
			if strings.HasPrefix(lines.Text(), "event: analysis") {
				told.Add(1)
			}
		}
		_ = answer.Body.Close()
	}
}

// TestLoadStreams opens streams and drops them at once; nothing of them remains,
// which TestMain also checks.
func TestLoadStreams(t *testing.T) {
	ts, _ := serve(t, web.Options{})
	transport := &http.Transport{MaxIdleConnsPerHost: 8}
	c := &http.Client{Transport: transport}
	defer transport.CloseIdleConnections()
	before := runtime.NumGoroutine()
	var opened, refused atomic.Int64
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			for range *streams / 8 {
				ctx, drop := context.WithCancel(context.Background())
				r, _ := http.NewRequestWithContext(ctx, http.MethodGet, ts.URL+"/api/analyze?game=connect4:8x7", nil)
				r.Header.Set("X-Oxo-Client", fmt.Sprint(i))
				answer, err := c.Do(r)
				switch {
				case err != nil:
					t.Error(err)
				case answer.StatusCode == http.StatusOK:
					opened.Add(1)
					_, _ = bufio.NewReader(answer.Body).ReadString('\n')
				default:
					refused.Add(1)
				}
				drop()
				if err == nil {
					_ = answer.Body.Close()
				}
			}
		})
	}
	all.Wait()
	transport.CloseIdleConnections()
	left := runtime.NumGoroutine()
	for begun := time.Now(); left > before+2 && time.Since(begun) < time.Hour; left = runtime.NumGoroutine() {
		time.Sleep(10 * time.Millisecond)
	}
	if left > before+2 {
		t.Errorf("%d goroutines before, %d after", before, left)
	}
	t.Logf("%d streams opened and dropped, %d refused; %d goroutines before, %d after", opened.Load(), refused.Load(), before, left)
}
