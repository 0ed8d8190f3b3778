/*
 * A game of noughts and crosses in which oxo plays both sides: the loop of a tutorial's program, with the
 * search of the tutorial replaced by oxo_cell.
 *
 *     cc -I lib examples/c/cell.c -L lib -loxo -o cell && LD_LIBRARY_PATH=lib ./cell
 */
#include <stdio.h>
#include <string.h>

#include <oxo.h>

int main(void)
{
	char board[3][3];
	char side = 'x';
	memset(board, ' ', sizeof board);
	for (;;) {
		int row, column;
		if (oxo_cell(&board[0][0], 3, 3, 3, side, &row, &column) != OXO_OK) {
			fprintf(stderr, "%s\n", oxo_error());
			return 1;
		}
		if (row < 0) break; /* the game is over */
		board[row][column] = side;
		side = side == 'x' ? 'o' : 'x';
	}
	for (int row = 0; row < 3; row++) printf("%.3s\n", board[row]);
	return 0;
}
