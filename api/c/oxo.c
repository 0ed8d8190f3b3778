/*
 * The functions of oxo.h. Each checks the pointers that it is given, and calls Go. The text of an error belongs to
 * a thread, which Go does not know, so it is kept here.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "_cgo_export.h"
#include "glue.h"

/*
 * Not _Thread_local: 4096 bytes of that do not fit where a program that already runs loads the library, as
 * Python does: "cannot allocate memory in static TLS block".
 */
static pthread_once_t keyed = PTHREAD_ONCE_INIT;
static pthread_key_t key;

static void make_key(void) { pthread_key_create(&key, free); }

#define ROOM 4096

/* Returns the text of the last error of this thread: ROOM bytes; NULL if there is no memory. */
static char *error(void)
{
	pthread_once(&keyed, make_key);
	char *text = pthread_getspecific(key);
	if (!text && (text = calloc(1, ROOM)) && pthread_setspecific(key, text)) {
		free(text);
		text = NULL;
	}
	return text;
}

void glue_note(const char *text)
{
	char *to = error();
	if (to) snprintf(to, ROOM, "%s", text);
}

int glue_tell(oxo_hear hear, uintptr_t user, const char *event, const char *json)
{
	return hear((void *)user, event, json);
}

const char *oxo_error(void)
{
	char *text = error();
	return text ? text : "";
}

int oxo_interface(void) { return OXO_INTERFACE; }

static pthread_once_t versioned = PTHREAD_ONCE_INIT;
static char *version;

static void read_version(void) { version = oxoGoVersion(); }

const char *oxo_version(void)
{
	pthread_once(&versioned, read_version);
	return version;
}

static int missing(const char *what)
{
	char text[64];
	snprintf(text, sizeof text, "%s is NULL", what);
	glue_note(text);
	return OXO_INPUT;
}

#define WANT(pointer) \
	if (!(pointer)) return missing(#pointer)

#define WANT_ROOM(text, size) \
	if (!(text) && (size) > 0) return missing(#text)

/* Go has no const, and changes none of these texts. */
#define TEXT(text) ((char *)(text))

int oxo_open(const char *name, oxo_game *game)
{
	WANT(name);
	WANT(game);
	return oxoGoOpen(TEXT(name), game);
}

int oxo_open_rules(const char *file, const char *text, oxo_game *game)
{
	WANT(file);
	WANT(text);
	WANT(game);
	return oxoGoOpenRules(TEXT(file), TEXT(text), game);
}

int oxo_close(oxo_game game) { return oxoGoClose(game); }

long oxo_name(oxo_game game, char *text, size_t size)
{
	WANT_ROOM(text, size);
	return oxoGoName(game, text, size);
}

int oxo_start(oxo_game game, const char *text, const char *moves, oxo_position *position)
{
	WANT(position);
	return oxoGoStart(game, TEXT(text), TEXT(moves), position);
}

int oxo_copy(oxo_position position, oxo_position *copy)
{
	WANT(copy);
	return oxoGoCopy(position, copy);
}

int oxo_free(oxo_position position) { return oxoGoFree(position); }

int oxo_moves(oxo_position position, uint32_t *moves, int size)
{
	WANT_ROOM(moves, size);
	return oxoGoMoves(position, moves, size);
}

int oxo_make(oxo_position position, uint32_t move) { return oxoGoMake(position, move); }

int oxo_play(oxo_position position, const char *move)
{
	WANT(move);
	return oxoGoPlay(position, TEXT(move));
}

int oxo_undo(oxo_position position, int n) { return oxoGoUndo(position, n); }

long oxo_take_back(oxo_position position, uint32_t *move, char *text, size_t size)
{
	WANT(move);
	WANT_ROOM(text, size);
	return oxoGoTakeBack(position, move, text, size);
}

int oxo_made(oxo_position position) { return oxoGoMade(position); }

int oxo_turn(oxo_position position) { return oxoGoTurn(position); }

int oxo_outcome(oxo_position position) { return oxoGoOutcome(position); }

int oxo_find(oxo_position position, const char *text, uint32_t *move)
{
	WANT(text);
	WANT(move);
	return oxoGoFind(position, TEXT(text), move);
}

long oxo_move_text(oxo_position position, uint32_t move, char *text, size_t size)
{
	WANT_ROOM(text, size);
	return oxoGoMoveText(position, move, text, size);
}

long oxo_move_texts(oxo_position position, char *text, size_t size)
{
	WANT_ROOM(text, size);
	return oxoGoMoveTexts(position, text, size);
}

int oxo_history(oxo_position position, uint32_t *moves, int size)
{
	WANT_ROOM(moves, size);
	return oxoGoHistory(position, moves, size);
}

long oxo_text(oxo_position position, char *text, size_t size)
{
	WANT_ROOM(text, size);
	return oxoGoText(position, text, size);
}

long oxo_verdict(oxo_position position, char *text, size_t size)
{
	WANT_ROOM(text, size);
	return oxoGoVerdict(position, text, size);
}

int oxo_analyze(oxo_position position, int milliseconds, oxo_value *values, int size)
{
	WANT_ROOM(values, size);
	return oxoGoAnalyze(position, milliseconds, values, size);
}

int oxo_reply(oxo_position position, const char *level, int milliseconds, uint64_t seed, oxo_value *chosen)
{
	WANT(chosen);
	return oxoGoReply(position, TEXT(level), milliseconds, seed, chosen);
}

int oxo_ask(oxo_position position, const char *what, const char *fields, oxo_hear hear, void *user)
{
	WANT(what);
	WANT(hear);
	return oxoGoAsk(position, TEXT(what), TEXT(fields), hear, (uintptr_t)user);
}

int oxo_ask_about(const char *what, const char *request, oxo_hear hear, void *user)
{
	WANT(what);
	WANT(request);
	WANT(hear);
	return oxoGoAskAbout(TEXT(what), TEXT(request), hear, (uintptr_t)user);
}

int oxo_stop(oxo_position position) { return oxoGoStop(position); }

long oxo_verify(const void *file, size_t length, char *report, size_t size)
{
	WANT(file);
	WANT_ROOM(report, size);
	return oxoGoVerify((void *)file, length, report, size);
}

int oxo_cell(const char *board, int rows, int columns, int in_row, char side, int *row, int *column)
{
	WANT(board);
	WANT(row);
	WANT(column);
	return oxoGoCell(TEXT(board), rows, columns, in_row, side, row, column);
}
