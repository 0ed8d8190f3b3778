/* Counts how many times a second a move is played, the moves are listed, and the move is taken back. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <oxo.h>

int main(int argc, char **argv)
{
	long n = argc > 2 ? atol(argv[2]) : 1000000;
	oxo_game game;
	oxo_position p;
	uint32_t moves[512], first[512];
	if (oxo_open(argc > 1 ? argv[1] : "connect4", &game) < 0 || oxo_start(game, NULL, NULL, &p) < 0) {
		fprintf(stderr, "%s\n", oxo_error());
		return 1;
	}
	int legal = oxo_moves(p, first, 512);
	clock_t begun = clock();
	for (long i = 0; i < n; i++) {
		if (oxo_make(p, first[i % legal]) < 0 || oxo_moves(p, moves, 512) < 0 || oxo_undo(p, 1) < 0) {
			fprintf(stderr, "%s\n", oxo_error());
			return 1;
		}
	}
	double seconds = (double)(clock() - begun) / CLOCKS_PER_SEC;
	printf("%.0f a second\n", n / seconds);
	return 0;
}
