/*
 * Answers one of the twenty questions: question ASK GAME POSITION MOVES MOVE. See api/calls/questions_test.go.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <oxo.h>

enum { MAX = 512 };

static int fail(void)
{
	fprintf(stderr, "%s\n", oxo_error());
	return 1;
}

/* A legal move: its text, and its value if it is known. */
struct move {
	char text[64];
	oxo_value value;
};

static int by_text(const void *a, const void *b) { return strcmp(((const struct move *)a)->text, ((const struct move *)b)->text); }

/* Prints a value in words. */
static void say(const oxo_value *v)
{
	if (v->known == OXO_ESTIMATE) printf("about %d", v->estimate);
	else if (v->result == 0) printf("draw");
	else if (v->plies >= 0) printf("%s in %d", v->result > 0 ? "win" : "loss", v->plies);
	else printf("%s by %d", v->result > 0 ? "win" : "loss", v->margin < 0 ? -v->margin : v->margin);
}

static int list(oxo_position p, const char *ask)
{
	static uint32_t numbers[MAX];
	static struct move moves[MAX];
	static oxo_value values[MAX];
	int n = oxo_moves(p, numbers, MAX), known = 0, said = 0;
	if (n < 0) return fail();
	if (strcmp(ask, "moves") != 0 && (known = oxo_analyze(p, 0, values, MAX)) < 0) return fail();
	for (int i = 0; i < n; i++) {
		if (oxo_move_text(p, numbers[i], moves[i].text, sizeof moves[i].text) < 0) return fail();
		for (int j = 0; j < known; j++)
			if (values[j].move == numbers[i]) moves[i].value = values[j];
	}
	qsort(moves, n, sizeof moves[0], by_text);
	for (int i = 0; i < n; i++) {
		if (strcmp(ask, "best") == 0) {
			if (!moves[i].value.best) continue;
			if (!said++) say(&moves[i].value), printf(":");
			printf(" %s", moves[i].text);
			continue;
		}
		printf("%s%s", i ? " " : "", moves[i].text);
		if (strcmp(ask, "values") == 0) printf("="), say(&moves[i].value);
	}
	return 0;
}

static int last_event(void *user, const char *event, const char *json)
{
	(void)event;
	snprintf(user, 1 << 16, "%s", json);
	return 0;
}

/* Prints the text of a field of the last event. */
static int ask_field(oxo_position p, const char *what, const char *fields, const char *after, const char *field)
{
	static char json[1 << 16];
	if (oxo_ask(p, what, fields, last_event, json) < 0) return fail();
	const char *at = strstr(json, after);
	at = at ? strstr(at, field) : NULL;
	if (!at) return 1;
	at += strlen(field);
	printf("%.*s", (int)strcspn(at, "\""), at);
	return 0;
}

static int play(oxo_position p, const char *move)
{
	static const char *kinds[] = {"", "input", "over", "large", "unknown", "stopped", "broken"};
	char text[256];
	int code = oxo_play(p, move);
	if (code < 0) return printf("error: %s", kinds[-code]) < 0;
	if (oxo_text(p, text, sizeof text) < 0) return fail();
	return printf("%s", text) < 0;
}

int main(int argc, char **argv)
{
	oxo_game game;
	oxo_position p;
	char text[256];
	if (argc != 6) return 2;
	const char *ask = argv[1];
	if (oxo_open(argv[2], &game) < 0 || oxo_start(game, argv[3], argv[4], &p) < 0) return fail();
	if (strcmp(ask, "play") == 0) return play(p, argv[5]);
	if (strcmp(ask, "prove") == 0) return ask_field(p, "prove", NULL, "\"found\"", "\"result\":\"");
	if (strcmp(ask, "why") == 0) {
		snprintf(text, sizeof text, "{\"move\": \"%s\"}", argv[5]);
		return ask_field(p, "why", text, "\"sentences\"", "\"text\":\"");
	}
	if (strcmp(ask, "text") == 0 || strcmp(ask, "verdict") == 0) {
		if ((ask[0] == 't' ? oxo_text : oxo_verdict)(p, text, sizeof text) < 0) return fail();
		return printf("%s", text) < 0;
	}
	return list(p, ask);
}
