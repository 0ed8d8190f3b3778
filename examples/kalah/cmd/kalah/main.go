// Command kalah is oxo's command with Kalah, six pits and four seeds.
package main

import (
	"oxo/cli"
	"oxo/examples/kalah"
	"oxo/game/catalog"
)

func main() {
	cli.Main(catalog.Single(kalah.New(6, 4), "sow seeds, gather more than half; a last seed in your store gives another turn"))
}
