package jetstream

import (
	"context"
	"fmt"
	"net"
	"net/url"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"oxo/cluster"

	"github.com/nats-io/nats-server/v2/server"
)

// three starts three external servers that form a cluster.
func three(t *testing.T) (all []*server.Server, urls string) {
	t.Helper()
	var ports [3]int
	var routes []*url.URL
	for i := range ports {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		ports[i] = l.Addr().(*net.TCPAddr).Port
		routes = append(routes, &url.URL{Scheme: "nats-route", Host: l.Addr().String()})
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
	}
	var addresses []string
	for i := range ports {
		s, err := server.NewServer(&server.Options{
			ServerName: fmt.Sprint("s", i), Host: "127.0.0.1", Port: server.RANDOM_PORT, NoSigs: true, NoLog: true, JetStream: true, StoreDir: t.TempDir(), JetStreamMaxStore: defaultDisk,
			MaxPayload: maxPayload, Cluster: server.ClusterOpts{Name: "three", Host: "127.0.0.1", Port: ports[i]}, Routes: routes,
		})
		if err != nil {
			t.Fatal(err)
		}
		s.Start()
		t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
		all = append(all, s)
	}
	for _, s := range all {
		if !s.ReadyForConnections(time.Hour) {
			t.Fatal("a server does not start")
		}
		addresses = append(addresses, s.ClientURL())
	}
	for end := time.Now().Add(time.Hour); ; time.Sleep(20 * time.Millisecond) {
		for _, s := range all {
			if s.JetStreamIsLeader() && len(s.JetStreamClusterPeers()) == 3 {
				return all, strings.Join(addresses, ",")
			}
		}
		if time.Now().After(end) {
			t.Fatal("the servers do not find each other")
		}
	}
}

// TestThreeServers: three external servers keep everything three times; one is
// stopped in the middle of a run.
func TestThreeServers(t *testing.T) {
	if testing.Short() {
		t.Skip("three servers take seconds to find each other: not in -short")
	}
	t.Parallel()
	servers, urls := three(t)
	var office *Office
	for end := time.Now().Add(time.Hour); ; time.Sleep(200 * time.Millisecond) {
		var err error
		if office, err = Attach(ConnectOptions{URL: urls}, Limits{Lease: lease, Replicas: 3}); err == nil {
			break
		}
		if time.Now().After(end) {
			t.Fatal(err)
		}
	}
	defer office.Close()
	ctx, stop := context.WithCancel(context.Background())
	hub, err := cluster.NewHub(ctx, office, cluster.Options{Version: "1", Kinds: cluster.Kinds{"count": newCount}, Lease: lease, Log: quiet(t)})
	if err != nil {
		t.Fatal(err)
	}
	h := &everything{Hub: hub, t: t}
	h.all.Go(func() { _ = hub.Work(ctx) })
	for range 2 {
		d, err := Dial(ConnectOptions{URL: urls})
		if err != nil {
			t.Fatal(err)
		}
		defer d.Close()
		h.work(ctx, d, 2, 5*time.Millisecond)
	}
	name := h.submit(400)
	time.Sleep(300 * time.Millisecond)
	servers[1].Shutdown()
	f := h.over(name)
	if f.Answers != 400 || len(f.Aside) > 0 {
		t.Errorf("%+v", f)
	}
	stop()
	h.all.Wait()
}

// everything is a hub with its workers within this process.
type everything struct {
	*cluster.Hub
	t   testing.TB
	all sync.WaitGroup
}

func (h *everything) work(ctx context.Context, d cluster.Desk, threads int, each time.Duration) {
	w := &cluster.Worker{
		Desk: d, Hello: cluster.Hello{Name: "w", Version: "1", Threads: threads}, Log: quiet(h.t),
		Make: func() cluster.Doer { return lasting(each) }, Beats: time.Second,
	}
	h.all.Go(func() { _ = w.Work(ctx) })
}

func (h *everything) submit(n int) string { return (&hub{t: h.t, Hub: h.Hub}).submit(n) }

func (h *everything) over(name string) cluster.Followed {
	return (&hub{t: h.t, Hub: h.Hub}).over(name)
}

// TestMany measures 10,000 jobs of a millisecond, with 2 workers and with 200, each
// with its own connection. It runs only with OXO_MANY=1.
func TestMany(t *testing.T) {
	if os.Getenv("OXO_MANY") == "" {
		t.Skip("OXO_MANY=1 measures the overhead of a job, in a minute")
	}
	for _, workers := range []int{2, 200} {
		h := begin(t)
		ctx, stop := context.WithCancel(context.Background())
		e := &everything{Hub: h.Hub, t: t}
		for range workers {
			d, err := Dial(ConnectOptions{URL: h.server.URL()})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(d.Close)
			e.work(ctx, d, 1, time.Millisecond)
		}
		for h.Status().Threads < workers {
			time.Sleep(time.Millisecond)
		}
		begun := time.Now()
		f := h.over(h.submit(10_000))
		took := time.Since(begun)
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		t.Logf("%d workers: %d answers in %v, %.0f a second, %.2f ms of a worker a job beyond its work; %d MB of heap in all, %d came again",
			workers, f.Answers, took.Round(time.Millisecond), float64(f.Answers)/took.Seconds(),
			(took.Seconds()*float64(workers)-f.Work)/1e-3/10_000, m.HeapInuse>>20, f.Again)
		stop()
		e.all.Wait()
	}
}

// TestLittleRoom: on a server whose store is smaller than what the queues reserve, the
// error says how much they reserve and what would be right. A server reserves without
// writing, so the store that it is given here needs no room on this machine's disk.
func TestLittleRoom(t *testing.T) {
	t.Parallel()
	s, err := server.NewServer(&server.Options{
		Host: "127.0.0.1", Port: server.RANDOM_PORT, NoSigs: true, NoLog: true, JetStream: true, StoreDir: t.TempDir(), JetStreamMaxStore: 1 << 30, MaxPayload: maxPayload,
	})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	if !s.ReadyForConnections(time.Hour) {
		t.Fatal("the server does not start")
	}
	_, err = Attach(ConnectOptions{URL: s.ClientURL()}, Limits{Lease: lease})
	if err == nil || !strings.Contains(err.Error(), "reserve 3584 MB of the servers' store, and there is less") || !strings.Contains(err.Error(), "want a lower limit of disk space") {
		t.Errorf("4 GB in a store of 1 GB: %v", err)
	}
	office, err := Attach(ConnectOptions{URL: s.ClientURL()}, Limits{Lease: lease, Disk: 1 << 30})
	if err != nil {
		t.Fatal(err)
	}
	office.Close()
}

// TestOwnUsers: on external servers the rights in docs/do/cluster.md suffice for each
// user, and exclude workers from everything else.
func TestOwnUsers(t *testing.T) {
	t.Parallel()
	user := func(name string, publish, subscribe []string) *server.User {
		return &server.User{Username: name, Password: "of-" + name, Permissions: &server.Permissions{
			Publish: &server.SubjectPermission{Allow: publish}, Subscribe: &server.SubjectPermission{Allow: subscribe},
		}}
	}
	s, err := server.NewServer(&server.Options{
		Host: "127.0.0.1", Port: server.RANDOM_PORT, NoSigs: true, NoLog: true, JetStream: true, StoreDir: t.TempDir(), JetStreamMaxStore: defaultDisk, MaxPayload: maxPayload,
		Users: []*server.User{
			user("hub", []string{">"}, []string{">"}),
			user("w1", []string{"oxo.call.w1.*", "oxo.tell"}, []string{"oxo.inbox.w1.>", "oxo.tell"}),
			user("w2", []string{"oxo.call.w2.*", "oxo.tell"}, []string{"oxo.inbox.w2.>", "oxo.tell"}),
			user("boss", []string{"oxo.order.boss.*"}, []string{"oxo.inbox.boss.>"}),
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	if !s.ReadyForConnections(10 * time.Second) {
		t.Fatal("the server does not start")
	}
	url := func(name string) string { return strings.Replace(s.ClientURL(), "://", "://"+name+":of-"+name+"@", 1) }
	office, err := Attach(ConnectOptions{URL: url("hub")}, Limits{Lease: lease})
	if err != nil {
		t.Fatal(err)
	}
	defer office.Close()
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	hub, err := cluster.NewHub(ctx, office, cluster.Options{Version: "1", Kinds: cluster.Kinds{"count": newCount}, Lease: lease, Log: quiet(t)})
	if err != nil {
		t.Fatal(err)
	}
	h := &everything{Hub: hub, t: t}
	h.all.Go(func() { _ = hub.Work(ctx) })
	dial := func(name string) *Desk {
		d, err := Dial(ConnectOptions{URL: url(name)})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(d.Close)
		return d
	}
	for _, name := range []string{"w1", "w2"} {
		h.work(ctx, dial(name), 2, time.Millisecond)
	}
	var run string
	if err := cluster.Call(ctx, dial("boss"), cluster.Submit, cluster.Order{Kind: "count", Spec: []byte("50")}, &run); err != nil {
		t.Fatal(err)
	}
	if f := h.over(run); f.Answers != 50 {
		t.Errorf("%+v", f)
	}
	if err := cluster.Call(ctx, dial("w1"), cluster.Stop, run, new(bool)); err == nil || !strings.Contains(err.Error(), "want the token for orders") {
		t.Errorf("a worker stops a run: %v", err)
	}
	if _, err := dial("boss").Call(ctx, "join", []byte("{}")); err == nil || !strings.Contains(err.Error(), "want the token of workers") {
		t.Errorf("who gives orders joins: %v", err)
	}
	stop()
	h.all.Wait()
}
