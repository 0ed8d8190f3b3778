// Package gomocup speaks the protocol of Gomocup, the tournament of gomoku programs,
// on both sides: [Serve] is a program (a brain, pbrain-oxo), and [Connect] is a manager
// that plays against one.
//
// The manager sends one command a line and the program answers coordinates "x,y",
// columns from the left and rows from the top, both from 0:
//
//	manager           program
//	START 15          OK
//	INFO rule 1
//	BEGIN             7,7
//	TURN 8,7          8,8
//	END
//
// The protocol is that of https://plastovicka.github.io/protocl2en.htm as of March
// 2023. oxo supports its rules free-style (0: five or more win), standard gomoku (1: exactly
// five win), renju (4) and caro (8, and 9 with exactly five), on boards of 5 to 20 columns
// and rows.
package gomocup
