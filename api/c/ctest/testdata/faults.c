/*
 * Gives the library everything that is wrong: each call has to fail with the right code and a text, and to change
 * nothing. Then eight threads play, ask and stop at once.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <oxo.h>

static int faults;

/* Checks that a call returned a code, and that an error has a text with a part. */
static void want(const char *call, long got, long code, const char *part)
{
	if (got != code || (code < 0 && !strstr(oxo_error(), part))) {
		printf("%s: %ld, \"%s\"; want %ld, \"%s\"\n", call, got, got < 0 ? oxo_error() : "", code, part);
		faults++;
	}
}
#define WANT(call, code, part) want(#call, (long)(call), code, part)

static int hear_one(void *user, const char *event, const char *json)
{
	(void)event;
	(void)json;
	return ++*(int *)user >= 1;
}

static int hear_all(void *user, const char *event, const char *json)
{
	snprintf(user, 4096, "%s %s", event, json);
	return 0;
}

static void nothing(void)
{
	oxo_game g = 0;
	oxo_position p = 0;
	oxo_value v;
	int row = 7, column = 7;
	char heard[4096];
	WANT(oxo_open(NULL, &g), OXO_INPUT, "name is NULL");
	WANT(oxo_open("tictactoe", NULL), OXO_INPUT, "game is NULL");
	WANT(oxo_open_rules(NULL, "", &g), OXO_INPUT, "NULL");
	WANT(oxo_start(1, NULL, NULL, NULL), OXO_INPUT, "NULL");
	WANT(oxo_close(0), OXO_UNKNOWN, "not open");
	WANT(oxo_start(12345, NULL, NULL, &p), OXO_UNKNOWN, "not open");
	WANT(oxo_free(0), OXO_UNKNOWN, "not open");
	WANT(oxo_moves(0, NULL, 0), OXO_UNKNOWN, "not open");
	WANT(oxo_moves(0, NULL, 5), OXO_INPUT, "moves is NULL");
	WANT(oxo_text(0, NULL, 5), OXO_INPUT, "text is NULL");
	WANT(oxo_move_texts(0, NULL, 5), OXO_INPUT, "text is NULL");
	WANT(oxo_history(0, NULL, 5), OXO_INPUT, "moves is NULL");
	WANT(oxo_take_back(0, NULL, NULL, 0), OXO_INPUT, "move is NULL");
	WANT(oxo_play(0, NULL), OXO_INPUT, "NULL");
	WANT(oxo_find(0, "a1", NULL), OXO_INPUT, "NULL");
	WANT(oxo_reply(0, NULL, 0, 0, NULL), OXO_INPUT, "NULL");
	WANT(oxo_reply(0, NULL, 0, 0, &v), OXO_UNKNOWN, "not open");
	WANT(oxo_analyze(0, 0, NULL, 1), OXO_INPUT, "NULL");
	WANT(oxo_ask(0, "analyze", NULL, NULL, NULL), OXO_INPUT, "hear is NULL");
	WANT(oxo_ask(0, "analyze", NULL, hear_all, heard), OXO_UNKNOWN, "not open");
	WANT(oxo_ask_about("games", NULL, hear_all, heard), OXO_INPUT, "NULL");
	WANT(oxo_ask_about("game", "{}", hear_all, heard), OXO_INPUT, "does not exist");
	WANT(oxo_stop(0), OXO_UNKNOWN, "not open");
	WANT(oxo_verify(NULL, 0, NULL, 0), OXO_INPUT, "NULL");
	WANT(oxo_verify("nonsense", 8, NULL, 0), OXO_INPUT, "not a proof");
	WANT(oxo_cell(NULL, 3, 3, 3, 'x', &row, &column), OXO_INPUT, "NULL");
	WANT(oxo_cell("         ", -3, 3, 3, 'x', &row, &column), OXO_INPUT, "1 to 20");
	WANT(oxo_cell("         ", 2147483647, 2147483647, 3, 'x', &row, &column), OXO_INPUT, "1 to 20");
	WANT(oxo_cell("         ", 3, 3, 3, ' ', &row, &column), OXO_INPUT, "empty");
	if (row != 7 || column != 7) faults++;
}

static void wrong(void)
{
	oxo_game g;
	oxo_position p, q;
	char text[64];
	int heard = 0;
	uint32_t last = 0;
	size_t size = 1000000;
	char *many = malloc(size + 1);
	memset(many, 'x', size);
	many[size] = 0;
	WANT(oxo_open("tictactoo", &g), OXO_INPUT, "tictactoe");
	WANT(oxo_open(many, &g), OXO_INPUT, "");
	WANT(oxo_open_rules("x.kif", "(role", &g), OXO_INPUT, "line 1");
	WANT(oxo_open("tictactoe", &g), OXO_OK, "");
	WANT(oxo_start(g, many, NULL, &p), OXO_LARGE, "1000000");
	WANT(oxo_start(g, NULL, many, &p), OXO_LARGE, "1000000");
	WANT(oxo_start(g, NULL, "b2 b2", &p), OXO_INPUT, "move 2");
	WANT(oxo_start(g, NULL, "a1 b1 a2 b2 a3", &p), OXO_OK, "");
	WANT(oxo_outcome(p), OXO_FIRST_WON, "");
	WANT(oxo_play(p, "c3"), OXO_OVER, "over");
	WANT(oxo_undo(p, 6), OXO_INPUT, "0 to 5");
	WANT(oxo_undo(p, 1), OXO_OK, "");
	WANT(oxo_make(p, 4000000000u), OXO_INPUT, "not a legal move");
	WANT(oxo_play(p, many), OXO_LARGE, "1000000");
	WANT(oxo_text(p, text, 4), 11, "");
	if (strcmp(text, "...") != 0) faults++;
	WANT(oxo_move_texts(p, text, sizeof text), 14, "");
	if (!strstr(text, "c3") || strlen(text) != 14 || strchr(text, '\n') != text + 2) faults++;
	WANT(oxo_move_texts(p, NULL, 0), 14, "");
	WANT(oxo_history(p, NULL, 0), 4, "");
	WANT(oxo_take_back(p, &last, text, sizeof text), 2, "");
	if (strcmp(text, "b2") != 0 || oxo_make(p, last) != OXO_OK) faults++;
	WANT(oxo_ask(p, "analyze", "{\"game\": \"x\"}", hear_one, &heard), OXO_INPUT, "left out");
	WANT(oxo_close(g), OXO_OK, "");
	WANT(oxo_close(g), OXO_UNKNOWN, "not open");
	WANT(oxo_play(p, "a3"), OXO_OK, ""); /* positions go on */
	WANT(oxo_copy(p, &q), OXO_OK, "");
	WANT(oxo_free(p), OXO_OK, "");
	WANT(oxo_free(p), OXO_UNKNOWN, "not open");
	WANT(oxo_play(p, "c3"), OXO_UNKNOWN, "not open");
	WANT(oxo_made(q), 5, "");
	WANT(oxo_free(q), OXO_OK, "");
	free(many);
}

static oxo_position shared;

static void *work(void *user)
{
	int *wrong = user;
	oxo_game g;
	oxo_position p;
	if (oxo_open("connect4:5x4", &g) < 0 || oxo_start(g, NULL, "3 3", &p) < 0) return NULL;
	for (int i = 0; i < 300; i++) {
		uint32_t moves[8];
		oxo_value v;
		int n = oxo_moves(p, moves, 8);
		if (n < 1 || oxo_make(p, moves[i % n]) < 0 || oxo_undo(p, 1) < 0) ++*wrong;
		oxo_moves(shared, moves, 8);
		oxo_play(shared, "3");
		oxo_undo(shared, 1);
		if (i % 100 == 0 && oxo_reply(p, "3", 0, i, &v) < 0) ++*wrong;
		if (oxo_open("nonsense", &g) != OXO_INPUT || !strstr(oxo_error(), "nonsense")) ++*wrong;
	}
	return NULL;
}

static void *ask(void *user)
{
	char heard[4096];
	*(int *)user = oxo_ask(shared, "solve", NULL, hear_all, heard);
	return NULL;
}

static void threads(void)
{
	oxo_game g;
	pthread_t all[8];
	int errors[8] = {0}, code = 0, heard = 0;
	if (oxo_open("connect4", &g) < 0 || oxo_start(g, NULL, NULL, &shared) < 0) faults++;
	for (int i = 0; i < 8; i++) pthread_create(&all[i], NULL, work, &errors[i]);
	for (int i = 0; i < 8; i++) {
		pthread_join(all[i], NULL);
		faults += errors[i];
	}
	pthread_create(&all[0], NULL, ask, &code);
	while (oxo_stop(shared) == 0) {
	}
	pthread_join(all[0], NULL);
	if (code != OXO_STOPPED) printf("a question that was stopped returned %d\n", code), faults++;
	WANT(oxo_ask(shared, "solve", NULL, hear_one, &heard), OXO_STOPPED, "stopped");
	if (heard != 1) printf("heard %d\n", heard), faults++;
	pthread_create(&all[0], NULL, ask, &code);
	while (oxo_free(shared) < 0) {
	}
	pthread_join(all[0], NULL);
	if (code != OXO_STOPPED && code != OXO_UNKNOWN) printf("a question about a freed position returned %d\n", code), faults++;
}

int main(void)
{
	if (oxo_interface() != OXO_INTERFACE || strncmp(oxo_version(), "oxo ", 4) != 0) faults++;
	nothing();
	wrong();
	threads();
	printf("%d faults\n", faults);
	return faults != 0;
}
