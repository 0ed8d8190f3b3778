// The tests of files of games under libraries of others have a module of their own: they
// need Node.js.
module oxo/game/gamefile/clienttest

go 1.26.0

require oxo v0.0.0

require golang.org/x/text v0.44.0 // indirect

replace oxo => ../../..
