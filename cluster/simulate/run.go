package simulate

import (
	"container/heap"
	"math"
	"time"

	"oxo"
	"oxo/game/knowledge"
)

// Cluster holds the parameters of the simulated cluster.
type Cluster struct {
	Workers  int           // threads that do jobs
	Overhead time.Duration // of a worker, for each job: the way from the queue and back
	Hub      time.Duration // of the hub, for each answer; one at a time
	// Beat is how often a worker asks whether its job is still wanted; 0 is 2 s.
	Beat time.Duration
	// Deaths is a worker's mean lifetime; 0 is unlimited. A new worker replaces it
	// after Return, and its job is given out again after Lease.
	Deaths, Return, Lease time.Duration
	Seed                  uint64 // of the deaths
}

// Outcome is the result of a simulation.
type Outcome struct {
	Makespan time.Duration
	Jobs     int           // accepted answers
	Open     int           // open answers of a proof
	Dropped  int           // jobs that became unnecessary
	Lost     int           // jobs that died with their worker, and were repeated
	Answered time.Duration // worker time of the accepted answers
	Work     time.Duration // worker time of all jobs, including those dropped and lost
	Hub      time.Duration // busy time of the hub
	Workers  int
	Verdict  knowledge.Verdict // of a proof
}

// idle returns the share of the workers' time without a job.
func (o *Outcome) idle() float64 {
	return 1 - o.Work.Seconds()/(float64(o.Workers)*o.Makespan.Seconds())
}

// Load returns the share of the time in which the hub was busy.
func (o *Outcome) Load() float64 { return o.Hub.Seconds() / o.Makespan.Seconds() }

// what is the kind of an event.
type what int

const (
	answered what = iota // the hub has handled an answer
	worked               // a worker has finished
	beat                 // a worker asks whether its job is wanted
	died                 // a worker dies
	came                 // a new worker replaces it
	expired              // the lease of a job has ended
)

type event struct {
	at     time.Duration
	number int // in the order of creation
	what   what
	worker int
	turn   int // of the worker: an event of an earlier job is ignored
	job    job
}

// agenda is the queue of future events.
type agenda []event

func (a agenda) Len() int      { return len(a) }
func (a agenda) Swap(i, j int) { a[i], a[j] = a[j], a[i] }
func (a *agenda) Push(x any)   { *a = append(*a, x.(event)) }
func (a agenda) Less(i, j int) bool {
	if a[i].at != a[j].at {
		return a[i].at < a[j].at
	}
	return a[i].number < a[j].number
}

func (a *agenda) Pop() any {
	last := (*a)[len(*a)-1]
	*a = (*a)[:len(*a)-1]
	return last
}

type worker struct {
	turn  int
	busy  bool
	gone  bool
	job   job
	began time.Duration // start of the work itself, after the overhead
}

type simulation struct {
	cluster Cluster
	work    work
	now     time.Duration
	hubFree time.Duration // when the hub will be free
	agenda  agenda
	made    int
	workers []worker
	idle    []int
	queue   []job
	offered map[oxo.Key]bool
	out     Outcome
}

// Run simulates a plan.
func (c Cluster) Run(p Plan) Outcome {
	if c.Beat <= 0 {
		c.Beat = 2 * time.Second
	}
	s := &simulation{cluster: c, work: p.begin(), workers: make([]worker, c.Workers), offered: map[oxo.Key]bool{}}
	s.out.Workers = c.Workers
	for i := range s.workers {
		s.idle = append(s.idle, i)
		s.mortal(i)
	}
	for s.offer(); !s.work.over() && len(s.agenda) > 0; {
		e := heap.Pop(&s.agenda).(event)
		s.now = e.at
		s.happen(e)
	}
	for i := range s.workers {
		s.leave(i) // unfinished jobs count as work too
	}
	s.out.Makespan = s.now
	if t, ok := s.work.(*proof); ok {
		s.out.Open, s.out.Verdict = t.opens, t.tree.Verdict()
	}
	return s.out
}

func (s *simulation) plan(after time.Duration, e event) {
	e.at, e.number = s.now+after, s.made
	s.made++
	heap.Push(&s.agenda, e)
}

// mortal plans the death of a worker.
func (s *simulation) mortal(i int) {
	if s.cluster.Deaths > 0 {
		u := unit(mix(s.cluster.Seed)+uint64(s.made), 8)
		s.plan(time.Duration(-math.Log1p(-u)*float64(s.cluster.Deaths)), event{what: died, worker: i})
	}
}

func (s *simulation) happen(e event) {
	w := &s.workers[e.worker]
	switch e.what {
	case answered:
		s.answer(e.job)
		s.offer()
	case worked:
		if w.turn != e.turn {
			return
		}
		s.leave(e.worker)
		start := max(s.now, s.hubFree)
		s.hubFree = start + s.cluster.Hub
		s.plan(s.hubFree-s.now, event{what: answered, job: e.job})
		s.idle = append(s.idle, e.worker)
		s.assign()
	case beat:
		if w.turn == e.turn {
			s.ask(e)
		}
	case died:
		s.die(e.worker)
	case came:
		w.gone = false
		s.idle = append(s.idle, e.worker)
		s.mortal(e.worker)
		s.assign()
	case expired:
		s.queue = append(s.queue, e.job)
		s.assign()
	}
}

// answer accepts an answer.
func (s *simulation) answer(j job) {
	s.out.Hub += s.cluster.Hub
	delete(s.offered, j.key)
	if s.work.wants(j.key) {
		s.out.Jobs++
		s.out.Answered += j.took
		s.work.take(j.key)
		return
	}
	s.out.Dropped++
	s.work.drop(j.key)
}

// offer puts the jobs that the hub prepares into the queue.
func (s *simulation) offer() {
	if want := s.cluster.Workers*(1+s.work.ahead()) - len(s.offered); want > 0 {
		for _, j := range s.work.next(want) {
			s.offered[j.key] = true
			s.queue = append(s.queue, j)
		}
	}
	s.assign()
}

// assign gives jobs of the queue to workers that have none.
func (s *simulation) assign() {
	for len(s.queue) > 0 && len(s.idle) > 0 {
		i, j := s.idle[0], s.queue[0]
		s.idle, s.queue = s.idle[1:], s.queue[1:]
		w := &s.workers[i]
		if w.gone {
			continue
		}
		w.turn++
		w.busy, w.job, w.began = true, j, s.now+s.cluster.Overhead
		s.plan(s.cluster.Overhead+j.took, event{what: worked, worker: i, turn: w.turn, job: j})
		if t := s.tick(i); t < j.took {
			s.plan(t, event{what: beat, worker: i, turn: w.turn, job: j})
		}
	}
}

// tick returns the time until a worker's next beat. The beats of workers are evenly
// spread.
func (s *simulation) tick(i int) time.Duration {
	every := s.cluster.Beat
	phase := time.Duration(float64(every) * float64(i) / float64(s.cluster.Workers))
	return every - (s.now+phase)%every
}

// ask ends an unnecessary job, or asks again later.
func (s *simulation) ask(e event) {
	if s.work.wants(e.job.key) {
		s.plan(s.cluster.Beat, event{what: beat, worker: e.worker, turn: e.turn, job: e.job})
		return
	}
	s.leave(e.worker)
	s.out.Dropped++
	delete(s.offered, e.job.key)
	s.work.drop(e.job.key)
	s.idle = append(s.idle, e.worker)
	s.offer()
}

// leave ends the job of a worker, and counts its work.
func (s *simulation) leave(i int) {
	w := &s.workers[i]
	if !w.busy {
		return
	}
	s.out.Work += max(s.now-w.began, 0)
	w.busy = false
	w.turn++
}

// die stops a worker. Another worker gets its job when the lease ends.
func (s *simulation) die(i int) {
	w := &s.workers[i]
	if w.busy {
		s.out.Lost++
		s.plan(s.cluster.Lease, event{what: expired, job: w.job})
		s.leave(i)
	}
	for k, id := range s.idle {
		if id == i {
			s.idle = append(s.idle[:k:k], s.idle[k+1:]...)
			break
		}
	}
	w.gone = true
	s.plan(s.cluster.Return, event{what: came, worker: i})
}
