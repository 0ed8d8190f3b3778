package gtp

import (
	"testing"
	"time"

	"oxo/search"
)

// TestClocks: time is counted by the controller's settings.
func TestClocks(t *testing.T) {
	var c clocks
	none := search.Limits{}
	if got := c.budget(0, none); got != none {
		t.Errorf("no clock: %v", got)
	}
	c.choose(0, 10*time.Second, 0)
	if got := c.budget(0, none); got != none {
		t.Errorf("overtime without moves is no limit: %v", got)
	}
	c.choose(0, 10*time.Second, 1)
	if got := c.budget(1, none).Time; got <= 9*time.Second || got >= 10*time.Second {
		t.Errorf("ten seconds for each move, of which nothing is kept for the next: %v", got)
	}
	if got := c.budget(1, search.Limits{Time: time.Second}).Time; got != time.Second {
		t.Errorf("ten seconds, and one by --time: %v", got)
	}
	c.spend(1, 7*time.Second)
	if c.left[1] != 10*time.Second || c.stonesLeft[1] != 1 {
		t.Errorf("the period begins again: %+v", c)
	}
	c.choose(60*time.Second, 20*time.Second, 5)
	c.spend(0, 65*time.Second)
	if c.left != [2]time.Duration{15 * time.Second, 60 * time.Second} || c.stonesLeft != [2]int{5, 0} {
		t.Errorf("overtime: %+v", c)
	}
	for range 5 {
		c.spend(0, time.Second)
	}
	if c.left[0] != 20*time.Second || c.stonesLeft[0] != 5 {
		t.Errorf("the next period: %+v", c)
	}
	c.choose(time.Second, 0, 0)
	c.spend(0, 3*time.Second)
	if got := c.budget(0, none).Time; got <= 0 || got > 10*time.Millisecond {
		t.Errorf("no time is left: %v", got)
	}
	var periods server
	for _, command := range [][]string{{"byoyomi", "60", "4", "5"}, {"byoyomi", "0", "4", "5"}} {
		if _, err := periods.kgsTimeSettings(command); err != nil {
			t.Fatal(err)
		}
		if _, err := periods.timeLeft([]string{"w", "4", "5"}); err != nil {
			t.Fatal(err)
		}
		if got := periods.clock.budget(1, none).Time; got <= 3*time.Second || got >= 4*time.Second {
			t.Errorf("%v, and five periods of four seconds are left: %v", command, got)
		}
	}
	var s server // time_left before any settings starts a clock, even one that has run out
	if _, err := s.timeLeft([]string{"b", "-1", "0"}); err != nil {
		t.Fatal(err)
	}
	if got := s.clock.budget(0, none).Time; got <= 0 || got > 10*time.Millisecond {
		t.Errorf("no time is left, and no settings came: %v", got)
	}
}
