package mnk

// A plan of pairs that does not stop every line may be close to one that does: which
// groups stay without a pair is a matter of chance, and it matters. So it is improved
// step by step: a group without a pair takes squares of another, which looks for others.

// mostSteps is how many such changes are tried, and hopeless from how many times the
// weight of a whole line no plan is improved. (Without this, (7,7,5) takes 1.4 times the
// positions, and (8,7,5) after d4 e4 was open after a minute, and takes 13 seconds.)
const (
	mostSteps = 200
	hopeless  = 2
)

// improves reports whether a plan that [pairing.settles] found wanting stops every line once it is
// better, or with a search of what it leaves.
func (p *pairing[H]) improves() bool {
	if p.climb() {
		return true
	}
	if p.potential+p.most >= hopeless*p.t.whole {
		return false
	}
	p.settles() // the last step of climb is undone
	return p.left.prevents(p)
}

// climb improves a plan that [pairing.settles] found wanting, and reports whether it
// then stops every line.
func (p *pairing[H]) climb() bool {
	if p.potential+p.most >= hopeless*p.t.whole {
		return false
	}
	p.keep()
	for steps := mostSteps; ; {
		better := false
		for i := range p.of {
			if p.of[i].has[1] >= 0 {
				continue
			}
			for j := range p.of {
				if !p.mayTake(&p.of[i], &p.of[j]) {
					continue
				}
				if steps--; steps < 0 {
					return false
				}
				settled, gained := p.take(i, j)
				if settled {
					p.changed = true
					return true
				}
				if gained { // so it has a pair
					p.keep()
					better, p.changed = true, true
					break
				}
			}
		}
		if !better {
			return false
		}
	}
}

// mayTake reports whether a group without a pair would have one with the squares of
// another.
func (p *pairing[H]) mayTake(g, from *tracked[H]) bool {
	if from.has[1] < 0 {
		return false
	}
	open := p.free
	open.add(int(from.has[0]))
	open.add(int(from.has[1]))
	return g.candidates.and(open).several()
}

// take gives one group the squares of another, as far as it wants them, which looks for
// others. It reports whether every line is stopped then, and whether that is better than
// before; if it is not, all is as it was kept.
func (p *pairing[H]) take(i, j int) (settled, better bool) {
	least := p.potential + p.most
	from := &p.of[j]
	p.release(int(from.has[0]))
	p.release(int(from.has[1]))
	from.has = [2]int16{-1, -1}
	p.pair(i)
	p.pair(j)
	p.gather()
	if p.settles() {
		return true, true
	}
	if p.potential+p.most < least {
		return false, true
	}
	p.restore()
	return false, false
}

// keep notes the plan, and restore goes back to it.
func (p *pairing[H]) keep() {
	b := &p.before
	b.of = append(b.of[:0], p.of...)
	b.owner, b.free, b.stuck, b.potential, b.most = p.owner, p.free, p.stuck, p.potential, p.most
}

func (p *pairing[H]) restore() {
	b := &p.before
	copy(p.of, b.of)
	p.owner, p.free, p.stuck, p.potential, p.most = b.owner, b.free, b.stuck, b.potential, b.most
	p.gather()
}
