package matches_test

import (
	"encoding/json"
	"testing"
	"time"

	"oxo/arena"
	"oxo/cluster"
	"oxo/cluster/matches"
	"oxo/games"
)

// TestImpossibleRecords: a run refuses a record that no game of its plan can produce.
func TestImpossibleRecords(t *testing.T) {
	plan := arena.Plan{
		Game: "mnk:3x3x3", Players: []string{"random", "random"}, Names: []string{"a", "b"}, Format: arena.RoundRobin,
		Games: 4, Seed: 1, Time: arena.Time{Patience: time.Hour, Nodes: 10},
	}
	spec, err := json.Marshal(plan)
	if err != nil {
		t.Fatal(err)
	}
	run, err := matches.New(games.All())(cluster.Order{Kind: matches.Kind, Game: plan.Game, Spec: spec})
	if err != nil {
		t.Fatal(err)
	}
	run.Next(4)
	const won = `"moves":[{"move":"a1"},{"move":"b1"},{"move":"a2"},{"move":"b2"},{"move":"a3"}]`
	for _, c := range []struct {
		record string
		right  bool
	}{
		{`{"n":1,"players":["a","b"],"result":"third","reason":"unknown"}`, false},
		{`{"n":1,"players":["a","b"],"result":"first","reason":""}`, false},
		{`{"n":1,"players":["a","b"],"moves":[{"move":"a1"},{"move":"b1"}],"result":"first","reason":"time"}`, false}, // the first side is to move
		{`{"n":1,"players":["a","b"],"result":"draw","reason":"time"}`, false},
		{`{"n":3,"players":["a","b"],"result":"first","reason":"time"}`, true},  // the second one did not begin
		{`{"n":1,"players":["a","b"],"result":"draw","reason":"plies"}`, false}, // the plan has no limit of plies
		{`{"n":1,"players":["a","b"],"result":"draw","reason":"proven"}`, false},
		{`{"n":1,"players":["a","b"],"result":"draw","reason":"agreed"}`, false},
		{`{"n":1,"players":["b","a"],` + won + `,"result":"first","reason":"rules"}`, false},
		{`{"n":1,"players":["a","b"],` + won + `,"result":"second","reason":"rules"}`, false},
		{`{"n":2,"players":["b","a"],"result":"second","reason":"time"}`, true},
		{`{"n":1,"players":["a","b"],` + won + `,"result":"first","reason":"rules"}`, true},
	} {
		var n struct{ N json.Number }
		if err := json.Unmarshal([]byte(c.record), &n); err != nil {
			t.Fatal(err)
		}
		if err := run.Take(n.N.String(), json.RawMessage(c.record)); (err == nil) != c.right {
			t.Errorf("%s: %v", c.record, err)
		}
	}
}
