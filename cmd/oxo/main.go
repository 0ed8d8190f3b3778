// Command oxo plays, analyses and explains board games.
package main

import (
	"oxo/cli"
	"oxo/games"
)

func main() { cli.Main(games.All()...) }
