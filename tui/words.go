//go:build unix || windows

package tui

import (
	"strconv"
	"strings"
)

func number(n int) string { return strconv.Itoa(n) }

// many writes a large number with few characters: 950, 12k, 3.4M.
func many(n uint64) string {
	switch {
	case n < 10_000:
		return strconv.FormatUint(n, 10)
	case n < 10_000_000:
		return strconv.FormatUint(n/1000, 10) + "k"
	}
	return strconv.FormatUint(n/1_000_000, 10) + "M"
}

// pad fills a text up to a width.
func pad(text string, width int) string {
	if n := len([]rune(text)); n < width {
		return text + strings.Repeat(" ", width-n)
	}
	return text
}

// capital begins a text with a capital.
func capital(text string) string {
	if text == "" {
		return text
	}
	return strings.ToUpper(text[:1]) + text[1:]
}
