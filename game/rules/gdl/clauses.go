package gdl

// Expression is a term or a condition of a rule, with its variables.
type Expression struct {
	Name string // a variable begins with ?
	Args []Expression
}

// Variable reports whether an expression is a variable.
func (e *Expression) Variable() bool { return e.Name[0] == '?' }

// Kind says what a [Test] asks.
type Kind uint8

// The kinds of tests.
const (
	Holds   Kind = iota // A is true
	Fails               // A is not true
	Differs             // A and B are different terms
)

// Test is a condition of a [Clause].
type Test struct {
	Kind Kind
	A, B Expression
}

// Clause is a rule that has its variables, without "or" and without "not" in "not".
type Clause struct {
	Line int
	Head Expression
	Body []Test
}

// Clauses reads a sheet for two roles, and checks its rules. It does not replace their variables.
func Clauses(text string) ([]Clause, error) {
	rules, err := checked(text)
	if err != nil {
		return nil, err
	}
	if _, err := strata(fixed(rules)); err != nil {
		return nil, err
	}
	rules = useful(rules)
	all := make([]Clause, len(rules))
	for i, r := range rules {
		all[i] = Clause{Line: r.line, Head: expression(r.head)}
		for _, c := range r.body {
			t := Test{Kind: Kind(c.kind), A: expression(c.a)}
			if c.b != nil {
				t.B = expression(c.b)
			}
			all[i].Body = append(all[i].Body, t)
		}
	}
	return all, nil
}

func expression(n *node) Expression {
	e := Expression{Name: n.name}
	for _, a := range n.args {
		e.Args = append(e.Args, expression(a))
	}
	return e
}
