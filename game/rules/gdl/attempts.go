package gdl

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
)

const (
	// fewRules is the number of instances up to which the grounder finds all of them, needed or not: to ask whether an
	// instance is needed takes longer than to find it.
	fewRules = 600_000
	// maxRules is the greatest number of needed instances that the grounder finds. A sheet with more runs faster with its
	// variables.
	maxRules = 600_000
	// wholeRules is a ratio: a rule stays whole if it has no more instances than its parts together, multiplied by
	// wholeRules. The effects of many moves then become one rule of the circuit: checkers has 18,654 rules, and 148,778 if
	// all are split.
	wholeRules = 4
)

// ground finds the instances of the rules, in one or two ways. The best way depends on the sheet.
func ground(ctx context.Context, rules []plain, bounds Bounds) ([]*grounder, error) {
	// 1. Rules with many variables are split, so that they never have very many instances.
	parts := split(rules)
	few := bounds
	few.Rules = min(cmp.Or(bounds.Rules, defaultRules), fewRules)
	g, err := attempt(ctx, slices.Concat(parts...), few, false)
	// 2. If there are still many instances, the grounder finds only those that other rules
	// ask for.
	if g != nil && errors.Is(err, ErrTooLarge) && ctx.Err() == nil {
		few.Rules = min(cmp.Or(bounds.Rules, defaultRules), maxRules)
		g, err = attempt(ctx, slices.Concat(parts...), few, true)
		return []*grounder{g}, err
	}
	if err != nil {
		return nil, err
	}
	// 3. The second way: rules that need not be split stay whole.
	mixed, fewer := g.whole(rules, parts)
	if !fewer {
		return []*grounder{g}, nil
	}
	second, err := attempt(ctx, mixed, bounds, false)
	if errors.Is(err, ErrTooLarge) {
		return []*grounder{g}, nil
	}
	return []*grounder{g, second}, err
}

// attempt finds the instances of rules, on demand or all of them.
func attempt(ctx context.Context, rules []plain, bounds Bounds, onDemand bool) (*grounder, error) {
	groups, err := strata(fixed(rules))
	if err != nil {
		return nil, err
	}
	g := newGrounder(ctx, rules, bounds)
	if err := g.drawFixed(groups); err != nil {
		return nil, err
	}
	if onDemand {
		g.onDemand()
	}
	return g, g.drawRest()
}

// whole returns, for each rule, either the rule itself or the parts that it was split into, and whether it returns any
// split rule as a whole. All instances of the parts must have been counted.
func (g *grounder) whole(rules []plain, parts [][]plain) (mixed []plain, fewer bool) {
	changes := changing(slices.Concat(rules, slices.Concat(parts...)))
	at := 0
	for i, p := range parts {
		drawn := 0
		for range p {
			drawn += g.counts[at]
			at++
		}
		if len(p) > 1 && g.hasAtMost(g.ruleOf(&rules[i], changes), wholeRules*drawn) {
			mixed, fewer = append(mixed, rules[i]), true
			continue
		}
		mixed = append(mixed, p...)
	}
	return mixed, fewer
}

// count counts instances up to a limit.
type count struct{ n, limit int }

func (c *count) full() bool { return c != nil && c.n > c.limit }

// hasAtMost reports whether a rule has no more instances than a limit, after all facts were found.
func (g *grounder) hasAtMost(r *rule, limit int) bool {
	g.counting = &count{limit: limit}
	defer func() { g.counting = nil }()
	r.plans = []plan{r.plan(-1, g.estimate)}
	g.rules = append(g.rules, r)
	defer func() { g.rules = g.rules[:len(g.rules)-1] }()
	g.extend()
	g.limit = math.MaxInt32
	g.begin(len(g.rules)-1, 0)
	g.join(0)
	return !g.counting.full()
}
