/*
 * Plays a game of any name against itself: every position's moves, the value of the best one, and the end.
 *
 *     cc -I lib examples/c/play.c -L lib -loxo -o play && LD_LIBRARY_PATH=lib ./play connect4:5x4
 */
#include <inttypes.h>
#include <stdio.h>

#include <oxo.h>

static int failed(const char *what)
{
	fprintf(stderr, "%s: %s\n", what, oxo_error());
	return 1;
}

int main(int argc, char **argv)
{
	const char *name = argc > 1 ? argv[1] : "tictactoe";
	oxo_game game;
	oxo_position p;
	if (oxo_open(name, &game) != OXO_OK) return failed(name);
	if (oxo_start(game, NULL, NULL, &p) != OXO_OK) return failed("start");
	while (oxo_outcome(p) == OXO_ONGOING) {
		oxo_value best;
		char move[64];
		if (oxo_reply(p, NULL, 1000, 0, &best) != OXO_OK) return failed("reply");
		if (oxo_move_text(p, best.move, move, sizeof move) < 0) return failed("move");
		printf("%d %s of %d moves, score %" PRId64 "\n", oxo_made(p) + 1, move, oxo_moves(p, NULL, 0), best.score);
		if (oxo_make(p, best.move) != OXO_OK) return failed("make");
	}
	char verdict[128];
	oxo_verdict(p, verdict, sizeof verdict);
	printf("%s\n", verdict);
	oxo_free(p);
	oxo_close(game);
	return 0;
}
