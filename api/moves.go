package api

import "strings"

// SplitMoves splits moves at dots, commas and spaces, except within brackets: mark(1,2).
func SplitMoves(text string) (all []string) {
	depth, from := 0, 0
	for at := range len(text) + 1 {
		switch {
		case at == len(text) || depth == 0 && strings.IndexByte("., \n\t\r", text[at]) >= 0:
			if at > from {
				all = append(all, text[from:at])
			}
			from = at + 1
		case text[at] == '(':
			depth++
		case text[at] == ')':
			depth = max(depth-1, 0)
		}
	}
	return all
}
