// The tests of oxo under somebody else's UCI client have a module of their own, so
// that what they stand on is none of oxo's dependencies.
module oxo/protocol/uci/clienttest

go 1.26.0

require (
	github.com/corentings/chess/v2 v2.3.2
	oxo v0.0.0
)

require (
	golang.org/x/exp v0.0.0-20250128182459-e0ece0dbea4c // indirect
	golang.org/x/sync v0.25.0 // indirect
	golang.org/x/sys v0.49.0 // indirect
	golang.org/x/text v0.44.0 // indirect
)

replace oxo => ../../..
