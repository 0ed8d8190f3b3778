package gdl

// Literal is an atom of a [Circuit], or its opposite: twice the atom's number, plus one
// for the opposite.
type Literal int32

// Always is the literal that is always true, Never its opposite: both are literals of atom 0.
const (
	Always Literal = 0
	Never  Literal = 1
)

// Atom returns the number of the atom.
func (l Literal) Atom() int { return int(l >> 1) }

// Not reports whether l is the opposite of its atom.
func (l Literal) Not() bool { return l&1 != 0 }

// Opposite returns the opposite literal.
func (l Literal) Opposite() Literal { return l ^ 1 }

// Circuit is a sheet without variables: rules that compute the next state, the legal moves,
// the end and the goals from the state and from the moves made.
//
// Its atoms are numbered: 0 is always true; then come the fluents, which are the state;
// then the moves made by the first and by the second role; then what the rules define, each
// atom after those that its rules use. The atoms of a [Loop] may use each other.
type Circuit struct {
	Roles   [2]string
	Fluents []string    // as text, in the order of the text
	Start   []bool      // the fluents that are true at the beginning
	Moves   [2][]string // of each role, in the order of the text
	Atoms   int
	Rules   []Rule
	Loops   []Loop
	Next    []Literal    // of each fluent
	Legal   [2][]Literal // of each move: it is legal if this and its guard hold
	Guards  [2][]Literal // of each move; most moves of a role have the same one, which says that the role has the turn
	Over    Literal      // the game is over
	Goals   [2][]Goal

	// Parts says of each fluent which name and which arguments it has, as numbers, to find
	// fluents that exclude each other.
	Parts [][]int32
}

// Loop is a range of atoms, First to Last, that depend on each other, as in "connected to
// something that is connected". Their truth is the least fixed point of their rules: all are
// false at first, and then become true only by rules.
type Loop struct{ First, Last int }

// Rule makes an atom true if all literals of its body are true. The rules of one head
// follow each other.
type Rule struct {
	Head int
	Body []Literal
}

// Goal is the number of points that a role gets if a literal is true at the end.
type Goal struct {
	Points int
	If     Literal
}

// FirstMove returns the atom of the first move of a role.
func (c *Circuit) FirstMove(role int) int {
	n := 1 + len(c.Fluents)
	if role == 1 {
		n += len(c.Moves[0])
	}
	return n
}

// FirstDerived returns the first atom that rules define.
func (c *Circuit) FirstDerived() int { return c.FirstMove(1) + len(c.Moves[1]) }
