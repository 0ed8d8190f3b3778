package words

import "strings"

// Nearest returns the candidate nearest to a mistyped word, by edit distance, and
// whether it is near enough.
func Nearest(word string, candidates []string) (string, bool) {
	best, found := "", false
	limit := max(2, len(word)/3) + 1
	for _, c := range candidates {
		if d := editDistance(strings.ToLower(word), strings.ToLower(c)); d < limit {
			best, limit, found = c, d, true
		}
	}
	return best, found && word != ""
}

// editDistance counts the single-letter insertions, deletions and
// replacements that turn a into b [Levenshtein66].
func editDistance(a, b string) int {
	if len(a) > 64 || len(b) > 64 {
		return max(len(a), len(b)) // not one of our words; saves time
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, diagonal+1)
		}
	}
	return row[len(b)]
}
