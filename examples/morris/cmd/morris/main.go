// Command morris is oxo's command with Three, Six and Nine Men's Morris.
package main

import (
	"oxo/cli"
	"oxo/examples/morris"
	"oxo/game/catalog"
)

func main() {
	cli.Main(
		catalog.Single(morris.Three(), "Three Men's Morris: three men in a line, placed and then moved"),
		catalog.Single(morris.Six(), "Six Men's Morris: a mill takes a man of your choice, on a board of two squares"),
		catalog.Single(morris.Nine(), "Nine Men's Morris: a mill takes a man of your choice"),
	)
}
