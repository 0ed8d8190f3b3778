package steady

// maxRecent is the number of states that are tried on a new position before others are looked for.
const maxRecent = 1500

// climb is the number of positions visited from one start of the hill climbing.
const climb = 10_000

// look tries to find a state: first the states after the other replies, then those found lately, then others.
func (g *builder) look(o *own, hints []*State) {
	k, _ := g.b.canonical(o.p)
	if s := g.Notes.states[k]; s != nil {
		o.state = s
		return
	}
	if !g.wanted(o) || g.Notes.vain[k] >= g.Effort {
		return
	}
	for _, s := range hints {
		if g.finder.fails(s, o.p, 0) == 0 {
			o.state = s
			break
		}
	}
	if o.state == nil {
		o.state = g.search(o.p, g.Effort)
	}
	if o.state == nil {
		g.Notes.vain[k] = g.Effort
		return
	}
	g.Notes.states[k] = o.state
}

// wanted reports whether a state may exist: almost no position of the first six plies of 7x6 has one.
func (g *builder) wanted(o *own) bool { return g.b.legal(o.p) != 0 && count(g.b.full&^o.p.all) <= 36 }

// search returns a state of a position, or nil.
func (g *builder) search(p position, effort int) *State {
	near, ok := g.nearest(p)
	if ok {
		return near[0]
	}
	s, ok := g.finder.find(p, near, max(len(near), effort/climb, 1), climb)
	if !ok {
		return nil
	}
	g.remember(&s)
	return &s
}

func (g *builder) remember(s *State) {
	if len(g.recent) >= maxRecent {
		g.recent = append(g.recent[:0], g.recent[maxRecent/5:]...)
	}
	g.recent = append(g.recent, s)
}

// nearest returns the recent states with the fewest lost games, the best one first, and whether it wins. A state that wins
// moves one place to the end, where the search begins.
func (g *builder) nearest(p position) ([]*State, bool) {
	const most = 4
	var near [most]*State
	fails := [most]float32{0.05, 0.05, 0.05, 0.05}
	for i := len(g.recent) - 1; i >= 0; i-- {
		s := g.recent[i]
		f := g.finder.fails(s, p, fails[most-1])
		if f == 0 {
			if i < len(g.recent)-1 {
				g.recent[i], g.recent[i+1] = g.recent[i+1], g.recent[i]
			}
			return []*State{s}, true
		}
		if f >= fails[most-1] {
			continue
		}
		at := most - 1
		for ; at > 0 && fails[at-1] > f; at-- {
			near[at], fails[at] = near[at-1], fails[at-1]
		}
		near[at], fails[at] = s, f
	}
	n := 0
	for n < most && near[n] != nil {
		n++
	}
	return near[:n], false
}

// recall takes the states of the notes as recent ones.
func (g *builder) recall() {
	seen := map[State]bool{}
	for _, s := range g.Notes.states {
		if !seen[*s] {
			seen[*s] = true
			g.remember(s)
		}
	}
}
