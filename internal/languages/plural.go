package languages

import (
	"fmt"
	"strconv"
	"strings"
)

// maxForm is the number of numbers whose form a table holds. The formulas of gettext
// depend on small numbers and on the last two digits.
const maxForm = 200

// forms makes the table of the forms of 0 to maxForm-1 from a header such as
// "nplurals=2; plural=(n != 1);": a digit for each number.
func forms(header string) (string, error) {
	_, formula, ok := strings.Cut(strings.ReplaceAll(header, " ", ""), "plural=")
	if !ok {
		return "", fmt.Errorf("Plural-Forms %q: want nplurals=N; plural=FORMULA", header)
	}
	formula = strings.TrimSuffix(formula, ";")
	var table strings.Builder
	for n := range maxForm {
		f := &formulaReader{left: formula, n: n}
		form := f.choice()
		if f.left != "" || form < 0 || form > 9 {
			return "", fmt.Errorf("Plural-Forms %q: %q: want a formula of C with n", header, f.left)
		}
		table.WriteString(strconv.Itoa(form))
	}
	return table.String(), nil
}

// formulaReader computes a formula of C for a number, from left to right.
type formulaReader struct {
	left string
	n    int
}

func (f *formulaReader) take(sign string) bool {
	rest, ok := strings.CutPrefix(f.left, sign)
	if ok {
		f.left = rest
	}
	return ok
}

func truth(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

func (f *formulaReader) choice() int {
	value := f.binary(0)
	if !f.take("?") {
		return value
	}
	yes := f.choice()
	if !f.take(":") {
		return -1
	}
	no := f.choice()
	if value != 0 {
		return yes
	}
	return no
}

// operators lists the operators, those that bind least first.
func operators() [][]string {
	return [][]string{{"||"}, {"&&"}, {"==", "!="}, {"<=", ">=", "<", ">"}, {"+", "-"}, {"%", "*", "/"}}
}

func (f *formulaReader) binary(level int) int {
	if level == len(operators()) {
		return f.single()
	}
	value := f.binary(level + 1)
	for {
		sign := ""
		for _, one := range operators()[level] {
			if sign == "" && f.take(one) {
				sign = one
			}
		}
		if sign == "" {
			return value
		}
		value = apply(sign, value, f.binary(level+1))
	}
}

func apply(sign string, a, b int) int {
	switch sign {
	case "||":
		return truth(a != 0 || b != 0)
	case "&&":
		return truth(a != 0 && b != 0)
	case "==":
		return truth(a == b)
	case "!=":
		return truth(a != b)
	case "<=":
		return truth(a <= b)
	case ">=":
		return truth(a >= b)
	case "<":
		return truth(a < b)
	case ">":
		return truth(a > b)
	case "+":
		return a + b
	case "-":
		return a - b
	case "*":
		return a * b
	}
	if b == 0 {
		return -1
	}
	if sign == "/" {
		return a / b
	}
	return a % b
}

// single reads n, a number, a formula in brackets, or the opposite of one of them.
func (f *formulaReader) single() int {
	switch {
	case f.take("n"):
		return f.n
	case f.take("!"):
		return truth(f.single() == 0)
	case f.take("("):
		value := f.choice()
		if !f.take(")") {
			return -1
		}
		return value
	}
	digits := len(f.left) - len(strings.TrimLeft(f.left, "0123456789"))
	value, err := strconv.Atoi(f.left[:digits])
	if err != nil {
		return -1
	}
	f.left = f.left[digits:]
	return value
}
