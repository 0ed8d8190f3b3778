//go:build unix

package main

import (
	"testing"
	"time"
)

// TestWorked: work counts, and to wait does not.
func TestWorked(t *testing.T) {
	const wait = 300 * time.Millisecond
	before := worked()
	time.Sleep(wait)
	if used := worked() - before; used >= wait {
		t.Errorf("to wait for %v used %v", wait, used)
	}
	before, n := worked(), 0
	for worked() == before {
		n++
	}
	t.Log(n, "questions until the answer changed")
}
