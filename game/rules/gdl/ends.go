package gdl

import (
	"slices"
	"strconv"

	"oxo/internal/words"
)

// addEnds adds the conditions of legal moves, of the end and of the goals.
func (e *emitter) addEnds(roles []term) error {
	for i := range roles {
		if err := e.addLegal(i); err != nil {
			return err
		}
		if err := e.addGoals(i, roles[i]); err != nil {
			return err
		}
	}
	e.c.Over = Never
	if list := e.of(terminalWord, 0); len(list) > 0 {
		var err error
		if e.c.Over, err = e.decide(list[0]); err != nil {
			return err
		}
	}
	return nil
}

// decide returns the literal of an atom that may have no rules.
func (e *emitter) decide(a term) (Literal, error) {
	if _, known := e.rules[a]; !known && e.values[a] == varies && e.literal[a] == 0 {
		return Never, nil
	}
	return e.emit(a, 0)
}

// addLegal adds the conditions of a role's moves.
func (e *emitter) addLegal(role int) (err error) {
	guard := e.guard(e.moves[role])
	for _, d := range e.moves[role] {
		l, g := Never, Always
		if legal, ok := e.find(e.words.legal, e.all[d].args); ok {
			if guard >= 0 && e.guards(guard, legal) {
				if g, err = e.decide(term(guard >> 1)); err != nil {
					return err
				}
				g ^= Literal(guard & 1)
				legal = e.without(guard, legal)
			}
			if l, err = e.decide(legal); err != nil {
				return err
			}
		}
		e.c.Legal[role] = append(e.c.Legal[role], l)
		e.c.Guards[role] = append(e.c.Guards[role], g)
	}
	return nil
}

// addGoals adds the conditions of a role's points.
func (e *emitter) addGoals(i int, role term) error {
	for _, g := range e.of(goalWord, 2) {
		args := e.all[g].args
		if args[0] != role {
			continue
		}
		points, err := strconv.Atoi(e.text(args[1]))
		if err != nil || points < 0 || points > 100 {
			return fault(e.lines[g], "the goal %s: want a number of points, 0 to 100", words.Clip(e.text(args[1])))
		}
		l, err := e.decide(g)
		if err != nil {
			return err
		}
		e.c.Goals[i] = append(e.c.Goals[i], Goal{points, l})
	}
	slices.SortFunc(e.c.Goals[i], func(a, b Goal) int { return b.Points - a.Points })
	return nil
}
