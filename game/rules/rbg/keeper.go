package rbg

// decides reports whether the rules leave the keeper one way at most, in every state: of the actions that can come next at most one is
// possible. Otherwise the keeper takes the first way of the text, and that need not be a symmetric one.
func (c *comparer) decides() bool {
	open := []int32{c.start}
	seen := make([]bool, len(c.hubs))
	for i := range c.ops {
		if c.ops[i].kind == toKeeper {
			open = append(open, c.ops[i].hub)
		}
	}
	for len(open) > 0 {
		h := open[len(open)-1]
		open = open[:len(open)-1]
		if seen[h] {
			continue
		}
		seen[h] = true
		for _, s := range c.hubs[h].next {
			if !c.oneOf(c.groups[s.from:s.to]) {
				return false
			}
		}
		for _, op := range c.plain[h].ops {
			if o := &c.ops[op]; o.kind != toPlayer && o.kind != toKeeper {
				open = append(open, o.hub)
			}
		}
	}
	return true
}

// oneOf reports whether at most one of the actions is possible.
func (c *comparer) oneOf(all []group) bool {
	for i, g := range all {
		if g.to-g.from > 1 {
			return false
		}
		for _, o := range all[:i] {
			if c.squares[g.from] != c.squares[o.from] || !c.excludes(&c.ops[g.op], &c.ops[o.op], c.squares[g.from]) {
				return false
			}
		}
	}
	return true
}

// excludes reports whether two actions on a square are never both possible.
func (c *comparer) excludes(a, b *op, at uint16) bool {
	if a.kind != b.kind {
		return false
	}
	switch a.kind {
	case on:
		return a.set&b.set == 0
	case look:
		return a.not != b.not && c.sameInside(a, b, at)
	case compare:
		if a.left.text() != b.left.text() {
			return false
		}
		m, first := a.right.constant()
		n, second := b.right.constant()
		return a.right.text() == b.right.text() && a.outcomes()&b.outcomes() == 0 ||
			a.test == "==" && b.test == "==" && first && second && m != n
	}
	return false
}

// outcomes returns the results that make a comparison true, a bit each: less, equal, greater.
func (o *op) outcomes() (set int) {
	for i, n := range []int64{-1, 0, 1} {
		if holds(n, o.test, 0) {
			set |= 1 << i
		}
	}
	return set
}

// sameInside reports whether two look-aheads from a square look for the same.
func (c *comparer) sameInside(a, b *op, at uint16) bool {
	if mine, other := c.casesOf(a.index), c.casesOf(b.index); a.inner == b.inner || mine != nil && other != nil {
		return a.inner == b.inner || mine[at].equal(other[at])
	}
	if c.hues[a.inner] != c.hues[b.inner] {
		return false
	}
	key := [2]int32{a.inner, b.inner}
	same, known := c.inside[key]
	if !known {
		turn := make([]int32, len(c.graph.names))
		for v := range turn {
			turn[v] = int32(v)
		}
		same = c.compare(turn, a.inner, b.inner) != nil
		c.inside[key] = same
	}
	return same
}

// sameEnd reports whether two moves of the keeper do the same.
func (p *program) sameEnd(a, b []item) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		x, y := &p.ops[a[i].op], &p.ops[b[i].op]
		switch {
		case x == y && a[i].square == b[i].square:
		case x.kind != y.kind || x.arg != y.arg:
			return false
		case x.kind == off && a[i].square != b[i].square || x.kind == assign && (x.value != y.value || x.value < 0 && x.left.text() != y.left.text()):
			return false
		case x.kind == toPlayer || x.kind == toKeeper:
			if x.hub != y.hub || a[i].square != b[i].square && !p.hubs[x.hub].free {
				return false
			}
		}
	}
	return true
}
