package rules

// join gives numbers to all contents of all squares of a sheet without a circuit: its fluents get numbers as they are met, and
// a board has to know all that may be on its squares.
func (g *Game) join() {
	const maxContents, maxGroups = 64, maxSide * maxSide
	s := g.engine.sheet
	kinds := map[[2]int32][]*group{}
	for i := range g.traits.groups {
		parts := s.Parts(g.traits.groups[i].fluents[0])
		k := [2]int32{parts[0], int32(len(parts))}
		if len(parts) == 4 && g.traits.groups[i].always {
			kinds[k] = append(kinds[k], &g.traits.groups[i])
		}
	}
	for _, groups := range kinds {
		contents := map[int32]int32{} // a fluent with each
		var order []int32
		for _, group := range groups {
			for _, f := range group.fluents {
				content := s.Parts(f)[3]
				if _, ok := contents[content]; !ok {
					order = append(order, f)
				}
				contents[content] = f
			}
		}
		if len(order) > maxContents || len(groups) > maxGroups {
			continue
		}
		for _, group := range groups {
			first := group.fluents[0]
			group.fluents = group.fluents[:0]
			for _, f := range order {
				group.fluents = append(group.fluents, s.Joined(first, first, f))
			}
		}
	}
}
