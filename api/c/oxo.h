/*
 * oxo: perfect play of board games, from C. The library is liboxo.
 *
 *     oxo_game game;
 *     oxo_position p;
 *     oxo_value best;
 *     if (oxo_open("connect4", &game) == OXO_OK && oxo_start(game, NULL, "4.4", &p) == OXO_OK &&
 *         oxo_reply(p, "perfect", 1000, 0, &best) == OXO_OK)
 *             oxo_make(p, best.move);
 *
 * Games and positions are numbers that the library gives out. It never gives out a number again, so
 * that a number that was closed is an error, and never another game. 0 is no game and no position.
 *
 * Every function may be called by any thread, on the same position too. A function that can fail
 * returns a negative enum oxo_result, and oxo_error() is its text. What a function fills in, it fills
 * in only if it succeeds.
 *
 * Text is UTF-8 and ends with a zero byte. Text that is given to the library stays the caller's:
 * the library keeps no pointer after a call. A function that writes text takes a buffer and its
 * size as snprintf does: it returns the length of the whole text, without the zero byte, and writes as
 * much of it as there is room for. With the size 0 the buffer may be NULL.
 */
#ifndef OXO_H
#define OXO_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this header. A library whose oxo_interface() is another one does not fit. */
#define OXO_INTERFACE 1

typedef uint64_t oxo_game;
typedef uint64_t oxo_position;

/* What functions return. */
enum oxo_result {
	OXO_OK = 0,
	OXO_INPUT = -1,   /* what was given cannot be: an unknown game, an illegal move, NULL */
	OXO_OVER = -2,    /* the game is over, so there is no move to ask about */
	OXO_LARGE = -3,   /* what was given is too long, or needs more than a limit */
	OXO_UNKNOWN = -4, /* no such game or position: it was never given out, or is closed */
	OXO_STOPPED = -5, /* the caller has stopped the call */
	OXO_BROKEN = -6   /* a fault of oxo: please report it with the text of oxo_error() */
};

/* How a game stands. */
enum oxo_outcome { OXO_ONGOING = 0, OXO_FIRST_WON = 1, OXO_SECOND_WON = 2, OXO_DRAWN = 3 };

/* How much is known of a value. */
enum oxo_known {
	OXO_ESTIMATE = 0, /* nothing: estimate is an opinion */
	OXO_FORCED = 1,   /* the result is certain, but plies may not be the best */
	OXO_PROVEN = 2    /* everything */
};

/* The value of a move, for the side that makes it. */
typedef struct oxo_value {
	int64_t score;    /* orders the values: a greater one is better */
	uint64_t nodes;   /* positions visited for it */
	uint32_t move;
	int32_t known;    /* enum oxo_known */
	int32_t result;   /* 1 a win, 0 a draw, -1 a loss; 0 for an estimate */
	int32_t plies;    /* moves of both sides to the end of the game; -1 if not counted */
	int32_t margin;   /* by how much it is won or lost; 0 in a game that counts plies */
	int32_t estimate; /* above 0 is good, in steps of the game, as hundredths of a pawn; 0 if known */
	int32_t depth;    /* plies looked ahead for an estimate */
	int32_t best;     /* 1: no move is better */
} oxo_value;

/*
 * Hears a part of an answer: the name of the event, and its JSON. Both texts are the library's, and only
 * valid during the call. Return 0 to go on; any other value stops the question. It may call every
 * function of the library.
 */
typedef int (*oxo_hear)(void *user, const char *event, const char *json);

/* Returns the version of the interface of the library: see OXO_INTERFACE. */
int oxo_interface(void);

/* Returns the version of the library in words. The text is the library's and stays valid. */
const char *oxo_version(void);

/*
 * Returns what was wrong in this thread's last call that failed, and what would be right. The text is the
 * library's, and valid until this thread's next call that fails. Before any it is "".
 */
const char *oxo_error(void);

/* Opens a game by its name: "tictactoe", "mnk:5x4x4", "connect4". Close it with oxo_close. */
int oxo_open(const char *name, oxo_game *game);

/*
 * Opens the game of a rule sheet in the Game Description Language or RBG. file is a name that ends with
 * the language, as "nim.kif" or "chess.rbg"; text is the rules. Reading takes ten seconds at most.
 */
int oxo_open_rules(const char *file, const char *text, oxo_game *game);

/* Closes a game. Its positions go on. */
int oxo_close(oxo_game game);

/* Writes the game's full name. */
long oxo_name(oxo_game game, char *text, size_t size);

/*
 * Begins a position of a game: at a text in the game's notation, or at the start for NULL, and plays
 * moves, which dots, commas or blanks separate; NULL: none. Free it with oxo_free.
 */
int oxo_start(oxo_game game, const char *text, const char *moves, oxo_position *position);

/* Makes a copy that is played by itself. Free it with oxo_free. */
int oxo_copy(oxo_position position, oxo_position *copy);

/* Ends a position. Questions about it that are still asked are stopped. */
int oxo_free(oxo_position position);

/*
 * Returns the number of legal moves, and writes the first size of them to moves, which may be NULL for the size
 * 0. A move is a number whose meaning only the game knows: see oxo_move_text and oxo_find.
 */
int oxo_moves(oxo_position position, uint32_t *moves, int size);

/* Plays a legal move. */
int oxo_make(oxo_position position, uint32_t move);

/* Plays a legal move that is given as text. */
int oxo_play(oxo_position position, const char *move);

/* Takes back the last n moves. */
int oxo_undo(oxo_position position, int n);

/* Takes back the last move, writes its number to move, and writes its text as oxo_move_text does. */
long oxo_take_back(oxo_position position, uint32_t *move, char *text, size_t size);

/* Returns the number of moves made. */
int oxo_made(oxo_position position);

/* Returns the side to move: 0 the first, 1 the second. */
int oxo_turn(oxo_position position);

/* Returns an enum oxo_outcome. */
int oxo_outcome(oxo_position position);

/* Reads a legal move in the notation of the game. */
int oxo_find(oxo_position position, const char *text, uint32_t *move);

/* Writes a legal move in the notation of the game. */
long oxo_move_text(oxo_position position, uint32_t move, char *text, size_t size);

/* Writes all legal moves in the notation of the game, one a line, in the order of oxo_moves. */
long oxo_move_texts(oxo_position position, char *text, size_t size);

/* Returns the number of moves made, and writes the first size of them to moves, which may be NULL for the size 0. */
int oxo_history(oxo_position position, uint32_t *moves, int size);

/* Writes the position in the notation of the game: oxo_start reads it. */
long oxo_text(oxo_position position, char *text, size_t size);

/* Writes in words how the game stands: "X to move", "O has won". */
long oxo_verdict(oxo_position position, char *text, size_t size);

/*
 * Searches for the values of all legal moves, for at most some milliseconds; 0: until all are proven. Returns the
 * number of values, best first, and writes the first size of them. A move is missing if nothing is known of
 * it. oxo_stop stops it.
 */
int oxo_analyze(oxo_position position, int milliseconds, oxo_value *values, int size);

/*
 * Chooses a move as a player of a level does: "1" to "10", "perfect", or NULL for perfect; or "minimax",
 * "alphabeta", "random". 0 milliseconds is a second. The seed decides what the level leaves to chance.
 */
int oxo_reply(oxo_position position, const char *level, int milliseconds, uint64_t seed, oxo_value *chosen);

/*
 * Asks a question about the position: "position", "analyze", "reply", "solve", "prove", "why", "review" or
 * "explain". fields is a JSON object with the fields of the request, as {"ms": 500}, or NULL. The questions and
 * their answers are those of the HTTP interface: docs/lookup/http.md of the project.
 */
int oxo_ask(oxo_position position, const char *what, const char *fields, oxo_hear hear, void *user);

/* Asks a question about no position: "games", "exercise", "mark", "hint", "answers", "edit". */
int oxo_ask_about(const char *what, const char *request, oxo_hear hear, void *user);

/* Stops all questions that are being asked about a position, and returns their number. */
int oxo_stop(oxo_position position);

/*
 * Checks a certificate, the file of a proof, without trust in the program that wrote it. Writes the
 * report as JSON. A file that proves nothing is OXO_INPUT.
 */
long oxo_verify(const void *file, size_t length, char *report, size_t size);

/*
 * Finds the best move of a side on a board of k in a row that a program keeps as characters, row by row from the
 * top: ' ', '.', '_', '-', a digit or '\0' is an empty square, and the sides are any two others. Rows and
 * columns count from 0. If the game is over, both become -1.
 *
 *     char board[3][3];
 *     int row, column;
 *     oxo_cell(&board[0][0], 3, 3, 3, 'x', &row, &column);
 */
int oxo_cell(const char *board, int rows, int columns, int in_row, char side, int *row, int *column);

#ifdef __cplusplus
}
#endif

#endif
