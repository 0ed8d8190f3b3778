// Package words reads and writes words for several packages: numbers in a notation,
// plurals, the nearest word to a mistyped one.
package words

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Number reads a number from 0 to most without a sign or leading zeros, as in
// notations. It reports false for anything else.
func Number(text string, most int) (int, bool) {
	n, err := strconv.Atoi(text)
	return n, err == nil && n >= 0 && n <= most && strconv.Itoa(n) == text
}

// Size reads two numbers, each as Number does, separated by an x, as in "7x6".
func Size(text string, most int) (columns, rows int, ok bool) {
	for i, c := range text {
		if c == 'x' || c == 'X' {
			columns, ok1 := Number(text[:i], most)
			rows, ok2 := Number(text[i+1:], most)
			return columns, rows, ok1 && ok2
		}
	}
	return 0, 0, false
}

// Count writes a number with a noun: "1 move", "2 moves".
func Count[N int | int32 | int64 | uint64](n N, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// Printable replaces each invisible character by U+FFFD, since a file's text may
// contain terminal escapes.
func Printable(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return unicode.ReplacementChar
	}, text)
}

// Escape writes each invisible character in Go's notation, such as \x1b and \n, and
// keeps the others: a program's output may contain terminal escapes.
func Escape(text string) string {
	var b strings.Builder
	for i, r := range text {
		_, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, text[i])
		case strconv.IsPrint(r):
			b.WriteRune(r)
		default:
			b.WriteString(strings.Trim(strconv.QuoteRune(r), "'"))
		}
	}
	return b.String()
}

// Clip shortens a text for a message.
func Clip(text string) string {
	const most = 40
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "..."
	}
	return text
}

// Bytes writes a number of bytes in the greatest unit that leaves a whole number or one digit after the
// point: 64MB. Units are powers of 1024.
func Bytes(n int64) string {
	size, unit := float64(n), 0
	units := []string{"B", "KB", "MB", "GB", "TB"}
	for size >= 1024 && unit < len(units)-1 {
		size, unit = size/1024, unit+1
	}
	return strconv.FormatFloat(math.Round(size*10)/10, 'f', -1, 64) + units[unit]
}
