// Package ggp plays on servers of General Game Playing [GeneserethLovePell05]. Such a server
// sends the rules of a game, as a sheet in the Game Description Language, and both sides'
// moves; the player answers with its own move before a clock ends. The protocol comes from
// ggp-base, one message in each request of HTTP:
//
//	(INFO)                                    ((name oxo) (status available))
//	(START ID ROLE (RULES) 30 10)             ready
//	(PLAY ID NIL)                             (mark 2 2)
//	(PLAY ID ((mark 2 2) noop))               noop
//	(STOP ID ((mark 3 3) noop))               done
//	(ABORT ID)                                aborted
//	(PREVIEW (RULES) 30)                      ready
//
// The two numbers are the seconds until the first move, and for each move. A second match at
// the same time gets the answer busy.
package ggp
