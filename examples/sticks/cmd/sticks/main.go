// Command sticks is oxo's command with the game of package sticks.
package main

import (
	"oxo/cli"
	"oxo/examples/sticks"
	"oxo/game/catalog"
)

func main() {
	cli.Main(catalog.Single(sticks.Game{}, "take 1 to 3 of 21 sticks; who takes the last one loses"))
}
