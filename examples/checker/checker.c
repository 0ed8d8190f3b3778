//go:build ignore

/* A second checker of oxo's certificates, written from docs/certificate-format.md and the lemmas of docs/certificates.md
 * alone: it shares no line with oxo. R12 and such are the rules of the first page. P is the side whose part is read, Q the other.
 *
 *   cc -O2 -o checker checker.c
 *   ./checker FILE
 *
 * Exit codes: 0 the file is a proof; 1 it is not; 2 wrong usage, or the file cannot be read; 3 this checker does not know the
 * game, or the file leaves pairs out (R35; oxo verify --expand adds them). Games: k in a row, Connect Four, sticks and Nim. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PROVEN, WRONG, TROUBLE, UNKNOWN };        /* exit codes */
enum { SQUARES = 400, WORDS = 7, LINES = 1600 }; /* the largest board: 20x20, on a torus */

/* ---- the file: bytes, numbers, the checksum ---- */

static FILE *file;
static const char *file_name = "checker";
static uint64_t offset;
static const char *const verdicts[] = {"", "not a proof", "not read", "not known to this checker"};

#define stop(code, ...) (fprintf(stderr, "%s: %s: byte %llu: ", file_name, verdicts[code], (unsigned long long)offset), \
	fprintf(stderr, __VA_ARGS__), fputc('\n', stderr), exit(code))
#define need(holds, rule) do { if (!(holds)) stop(WRONG, rule); } while (0)

static uint32_t sha[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
static const uint32_t sha_constants[64] = {
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be,
	0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa,
	0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85,
	0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3,
	0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f,
	0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t turn(uint32_t x, int n) { return x >> n | x << (32 - n); }

static void absorb(uint64_t b) { /* SHA-256 of one byte more */
	static uint32_t w[64], filled; /* the block, and how many bytes of it are there */
	uint32_t s[8];
	w[filled / 4] = w[filled / 4] << 8 | (uint32_t)(b & 255);
	if (++filled < 64) return;
	for (int i = 16; i < 64; i++) w[i] = w[i - 16] + w[i - 7] + (turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ w[i - 15] >> 3)
		+ (turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ w[i - 2] >> 10);
	memcpy(s, sha, sizeof s);
	for (int i = 0; i < 64; i++) {
		uint32_t x = s[7] + (turn(s[4], 6) ^ turn(s[4], 11) ^ turn(s[4], 25)) + ((s[4] & s[5]) ^ (~s[4] & s[6])) + sha_constants[i] + w[i];
		uint32_t y = (turn(s[0], 2) ^ turn(s[0], 13) ^ turn(s[0], 22)) + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
		memmove(s + 1, s, 7 * sizeof *s);
		s[4] += x, s[0] = x + y;
	}
	for (int i = 0; i < 8; i++) sha[i] += s[i];
	filled = 0;
}

static uint8_t byte(void) {
	int b = getc(file);
	if (b == EOF && ferror(file)) stop(TROUBLE, "it cannot be read");
	need(b != EOF, "R10: the file ends too soon");
	absorb((uint64_t)b), offset++;
	return (uint8_t)b;
}

static uint64_t number(uint64_t max) { /* R7: a number that is at most max */
	uint64_t value = 0;
	for (int shift = 0;; shift += 7) {
		uint8_t b = byte();
		need(shift < 63 || b <= 1, "R7: a number of more than 64 bits");
		value |= (uint64_t)(b & 127) << shift;
		if (b & 128) continue;
		need((b != 0 || shift == 0) && value <= max, "R7: a number that could be shorter, or is too great");
		return value;
	}
}

static int less_than(int n) { /* a number from 0 to n - 1 */
	need(n > 0, "R7: no number is small enough");
	return (int)number((uint64_t)n - 1);
}

static void check_end(void) { /* R8, R9: the checksum, and nothing after it */
	uint64_t bits = offset * 8, padding = (119 - offset % 64) % 64;
	uint32_t sum[8];
	for (absorb(128); padding > 0; padding--) absorb(0);
	for (int i = 56; i >= 0; i -= 8) absorb(bits >> i);
	memcpy(sum, sha, sizeof sum);
	for (int i = 0; i < 32; i++) need(byte() == (sum[i / 4] >> (24 - i % 4 * 8) & 255), "R8: the checksum is of another file");
	need(getc(file) == EOF, "R9: something follows the checksum");
}

/* ---- sets of squares ---- */

typedef struct { uint64_t w[WORDS]; } Set;
static int words; /* of a set: those that the board needs */
#define EACH_WORD for (int i = 0; i < words; i++)

static int count64(uint64_t x) {
	x -= x >> 1 & 0x5555555555555555;
	x = (x & 0x3333333333333333) + (x >> 2 & 0x3333333333333333);
	return (int)(((x + (x >> 4)) & 0x0f0f0f0f0f0f0f0f) * 0x0101010101010101 >> 56);
}
#ifdef __GNUC__
static int lowest(uint64_t x) { return __builtin_ctzll(x); } /* the place of the lowest bit of some */
#else
static int lowest(uint64_t x) { return count64((x & (0 - x)) - 1); }
#endif
static uint64_t first_of(uint64_t x) { return x & (0 - x); } /* the lowest bit itself */
static bool has(const Set *s, int q) { return s->w[q >> 6] >> (q & 63) & 1; }
static void add(Set *s, int q) { s->w[q >> 6] |= (uint64_t)1 << (q & 63); }
static void drop(Set *s, int q) { s->w[q >> 6] &= ~((uint64_t)1 << (q & 63)); }
static void join(Set *s, const Set *t) { EACH_WORD s->w[i] |= t->w[i]; }
static void cut(Set *s, const Set *t) { EACH_WORD s->w[i] &= t->w[i]; }
static Set without(Set s, const Set *t) { EACH_WORD s.w[i] &= ~t->w[i]; return s; }
static bool meets(const Set *s, const Set *t) { EACH_WORD if (s->w[i] & t->w[i]) return true; return false; }
static bool within(const Set *s, const Set *t) { EACH_WORD if (s->w[i] & ~t->w[i]) return false; return true; }
static bool equal(const Set *s, const Set *t) { return within(s, t) && within(t, s); }
static int size(const Set *s) { int n = 0; EACH_WORD n += count64(s->w[i]); return n; }
static int next(const Set *s, int q) { /* the least square of s from q on, or -1 */
	for (int i = q >> 6; i < words; i++, q = i << 6)
		if (s->w[i] >> (q & 63)) return q + lowest(s->w[i] >> (q & 63));
	return -1;
}
#define EACH(q, s) for (int q = next(s, 0); q >= 0; q = next(s, q + 1))

/* ---- what games share ---- */

enum { GOING, FIRST, SECOND, DRAWN }; /* FIRST: the first side has won */
typedef struct { Set stones[2]; int turn, over; } Position;
typedef struct {
	const char *prefix;
	bool (*name)(const char *);              /* R2: reads the rest of a name */
	void (*place)(Position *, const char *); /* R3 */
	void (*moves)(const Position *);         /* pushes the legal moves, in the order of the game */
	void (*play)(Position *, int);           /* trusts the move */
} Game;

static const Game *game;
static Position start;
static int columns, rows, squares, across, up; /* column x and row y is square x across + y up */
static uint16_t (*image)[SQUARES];             /* image[s][q]: where symmetry s brings square q */
static int symmetries;
static uint32_t *stack; /* moves of all nodes above, and of this one */
static size_t top, stack_room;

static void *grown(void *p, size_t bytes) {
	if (!(p = realloc(p, bytes))) stop(TROUBLE, "no memory is left");
	return p;
}

static void push(int move) {
	if (top == stack_room) stack = grown(stack, (stack_room += 4096) * sizeof *stack);
	stack[top++] = (uint32_t)move;
}

static bool legal(const Position *p, uint64_t move) {
	bool found = false;
	size_t from = top;
	for (game->moves(p); top > from; top--) found |= stack[top - 1] == move;
	return found;
}

static bool is_free(const Position *p, int q) { return !has(&p->stones[0], q) && !has(&p->stones[1], q); }

static Position put(const Position *p, int side, int q) { /* a stone of a side; then it is the other side's turn */
	Position c = *p;
	add(&c.stones[side], q), c.turn = !side;
	return c;
}

static bool eat(const char **text, const char *word) {
	bool there = !strncmp(*text, word, strlen(word));
	*text += there ? strlen(word) : 0;
	return there;
}

static int small(const char **text) { /* a number up to 999, as it has to be written, or -1 */
	int n = -1;
	for (int i = 0; i < 3 && **text >= '0' && **text <= '9' && n != 0; i++) n = (n < 0 ? 0 : n) * 10 + *(*text)++ - '0';
	return n;
}

static void board(int x, int y, int step_across, int step_up) {
	columns = x, rows = y, across = step_across, up = step_up;
	squares = (x - 1) * across + (y - 1) * up + 1, words = (squares + 63) / 64;
}

static void add_symmetry(int s, int dx, int dy) { /* the bits of s are as in "Symmetries"; then all moves by dx and dy */
	image = grown(image, (size_t)(symmetries + 1) * sizeof *image);
	memset(image[symmetries], 0, sizeof *image);
	for (int i = 0; i < columns * rows; i++) {
		int x = i % columns, y = i / columns, a = s & 1 ? columns - 1 - x : x, b = s & 2 ? rows - 1 - y : y;
		int to_x = ((s & 4 ? b : a) + dx) % columns, to_y = ((s & 4 ? a : b) + dy) % rows;
		image[symmetries][x * across + y * up] = (uint16_t)(to_x * across + to_y * up);
	}
	for (int i = 0; i < symmetries; i++)
		if (!memcmp(image[i], image[symmetries], sizeof *image)) return;
	symmetries++;
}

static void place_stones(Position *p, const char *text, bool row_0_is_lowest) { /* rows of X and O, from the top */
	for (int i = 0; i < columns * rows; i++, text++) {
		int x = i % columns, y = row_0_is_lowest ? rows - 1 - i / columns : i / columns;
		need(x > 0 || i == 0 || eat(&text, "/"), "R3: want a / between rows");
		need(*text && strchr("XO.", *text), "R3: want X, O or . for each square");
		if (*text != '.') add(&p->stones[*text == 'O'], x * across + y * up);
	}
	p->turn = size(&p->stones[0]) - size(&p->stones[1]);
	need(!*text && (p->turn == 0 || p->turn == 1), "R3: want the rows, with as many X as O, or one more");
}

/* ---- k in a row ---- */

typedef struct { Set all, ends; } Line; /* ends: the squares that continue it */
static Line lines[LINES];
static int line_count, in_row;
static bool misere, torus, exact;
static uint16_t through[SQUARES][80], through_count[SQUARES], order[SQUARES]; /* 80: four directions, 20 squares */

static void add_line(int x, int y, int dx, int dy) {
	Line line = {{{0}}, {{0}}};
	for (int i = -1; i <= in_row; i++) {
		int a = x + i * dx, b = y + i * dy, q = (a + 20 * columns) % columns + (b + 20 * rows) % rows * columns;
		bool end = i < 0 || i == in_row, out = !torus && (a < 0 || a >= columns || b < 0 || b >= rows);
		if (!end && (out || has(&line.all, q))) return;
		if (!out) add(end ? &line.ends : &line.all, q);
	}
	line.ends = without(line.ends, &line.all);
	for (int i = 0; i < line_count; i++)
		if (equal(&lines[i].all, &line.all) && !(exact && torus && !equal(&lines[i].ends, &line.ends))) return;
	EACH(q, &line.all) through[q][through_count[q]++] = (uint16_t)line_count;
	lines[line_count++] = line;
}

static bool mnk_name(const char *t) {
	int x = small(&t), y = eat(&t, "x") ? small(&t) : -1, rank[SQUARES];
	in_row = eat(&t, "x") ? small(&t) : -1;
	misere = eat(&t, ",misere"), torus = eat(&t, ",torus"), exact = eat(&t, ",exact");
	if (*t || x < 1 || x > 20 || y < 1 || y > 20 || in_row < 1 || in_row > (x > y ? x : y)) return false;
	board(x, y, 1, x);
	for (int i = 0; i < 4 * squares; i++) add_line(i / 4 % x, i / 4 / x, (int[]){1, 0, 1, -1}[i % 4], i % 4 > 0);
	for (int d = 0; d < (torus ? squares : 1); d++)
		for (int s = 0; s < (x == y ? 8 : 4); s++) add_symmetry(s, d % x, d / x);
	for (int q = 0, i; q < squares; order[i] = (uint16_t)q, q++) { /* the order of moves: the least rank first */
		int x2 = 2 * (q % x) - x + 1, y2 = 2 * (q / x) - y + 1;
		rank[q] = x2 * x2 + y2 * y2 - 1000 * through_count[q];
		for (i = q; i > 0 && rank[order[i - 1]] > rank[q]; i--) order[i] = order[i - 1];
	}
	return true;
}

static bool complete(int line, const Set *own) { return within(&lines[line].all, own) && !(exact && meets(&lines[line].ends, own)); }
static int full_board(const Position *p) { return size(&p->stones[0]) + size(&p->stones[1]) == squares ? DRAWN : GOING; }

static void mnk_place(Position *p, const char *text) {
	place_stones(p, text, false);
	Set *last = &p->stones[!p->turn], shared = *last;
	p->over = full_board(p);
	for (int i = 0; i < line_count; i++) {
		need(!complete(i, &p->stones[p->turn]), "R3: the side to move has a line");
		if (complete(i, last)) cut(&shared, &lines[i].all), p->over = 1 + (!p->turn ^ misere);
	}
	need(p->over % DRAWN == 0 || next(&shared, 0) >= 0, "R3: lines that share no square");
}

static void mnk_moves(const Position *p) { for (int i = 0; i < squares; i++) if (is_free(p, order[i])) push(order[i]); }

static void mnk_play(Position *p, int q) {
	int side = p->turn;
	*p = put(p, side, q), p->over = full_board(p);
	for (int i = 0; i < through_count[q]; i++)
		if (complete(through[q][i], &p->stones[side])) p->over = 1 + (side ^ misere);
}

/* ---- Connect Four: column x and row y, from the bottom, is bit x (rows + 1) + y; the highest of a column stays empty ---- */

static uint64_t whole, floor_row; /* all squares; the lowest of each column */

static bool connect4_name(const char *t) {
	int x = small(&t), y = eat(&t, "x") ? small(&t) : -1;
	if (*t || x < 4 || y < 4 || x * (y + 1) > 64) return false;
	board(x, y, y + 1, 1);
	add_symmetry(0, 0, 0), add_symmetry(1, 0, 0);
	for (int c = 0; c < x; c++) floor_row |= (uint64_t)1 << c * across;
	whole = floor_row * (((uint64_t)1 << rows) - 1);
	return true;
}

static uint64_t completes(uint64_t own) { /* the squares, taken ones too, that complete four with others of these stones */
	uint64_t r = 0;
	for (int i = 0; i < 4; i++) {
		int d = (int[]){1, across, across - 1, across + 1}[i];
		uint64_t below = own << d & own << 2 * d, above = own >> d & own >> 2 * d;
		r |= (below & (own << 3 * d | own >> d)) | (above & (own >> 3 * d | own << d));
	}
	return r & whole;
}

static uint64_t playable(uint64_t taken) { return (taken + floor_row) & whole; } /* a square of each column with room */
static uint64_t column(int x) { return (((uint64_t)1 << rows) - 1) << x * across; }
static int connect4_over(uint64_t taken, bool won, int side) { return won ? 1 + side : taken == whole ? DRAWN : GOING; }

static void connect4_place(Position *p, const char *text) {
	place_stones(p, text, true);
	uint64_t to_move = p->stones[p->turn].w[0], last = p->stones[!p->turn].w[0], taken = to_move | last;
	bool won = completes(last) & last, shared = !won;
	for (uint64_t s = last, left; s; s &= s - 1) left = last & ~first_of(s), shared |= !(completes(left) & left);
	need(!(taken & ~(taken << 1 | floor_row)), "R3: an empty square below a stone");
	need(!(completes(to_move) & to_move) && shared, "R3: the side to move has a line, or the other lines that share no square");
	p->over = connect4_over(taken, won, !p->turn);
}

static void connect4_moves(const Position *p) {
	for (int i = 0; i <= columns; i++) { /* from the middle, by turns to the right and to the left */
		int x = (columns - 1) / 2 + (i % 2 ? (i + 1) / 2 : -i / 2);
		if (x >= 0 && x < columns && playable(p->stones[0].w[0] | p->stones[1].w[0]) & column(x)) push(x);
	}
}

static void connect4_play(Position *p, int x) {
	uint64_t *own = &p->stones[p->turn].w[0], taken = *own | p->stones[!p->turn].w[0], square = playable(taken) & column(x);
	p->over = connect4_over(taken | square, completes(*own) & square, p->turn);
	p->turn = !p->turn, *own |= square;
}

/* ---- sticks and Nim: heap i is byte i of the first side's stones ---- */

static int heaps, heap_sizes[8], most;
static bool normal;

static bool sticks_name(const char *t) {
	int greatest = 0;
	do {
		int n = heap_sizes[heaps % 8] = small(&t);
		if (n < 1 || n > 255 || heaps++ == 8) return false;
		greatest = n > greatest ? n : greatest;
	} while (eat(&t, "+"));
	bool all = eat(&t, "xall");
	most = all ? greatest : eat(&t, "x") ? small(&t) : -1, normal = eat(&t, ",normal");
	board(8, 8, 1, 8);
	add_symmetry(0, 0, 0);
	return !*t && (all || (most > 0 && most < greatest));
}

static void sticks_end(Position *p) { p->over = p->stones[0].w[0] ? GOING : 1 + (p->turn ^ normal); }

static void sticks_place(Position *p, const char *text) {
	for (int i = 0; i < heaps; i++) {
		int n = i == 0 || eat(&text, "+") ? small(&text) : -1;
		need(n >= 0 && n <= heap_sizes[i], "R3: want the sticks of each heap");
		p->stones[0].w[0] |= (uint64_t)n << 8 * i;
	}
	p->turn = !strcmp(text, " second");
	need(p->turn || !strcmp(text, " first"), "R3: want the side to move");
	sticks_end(p);
}

static void sticks_moves(const Position *p) {
	for (int i = 0; i < heaps; i++)
		for (int n = 1; n <= most && n <= (int)(p->stones[0].w[0] >> 8 * i & 255); n++) push(256 * i + n);
}

static void sticks_play(Position *p, int move) {
	p->stones[0].w[0] -= (uint64_t)(move & 255) << 8 * (move >> 8), p->turn = !p->turn;
	sticks_end(p);
}

static const Game games[] = {
	{"mnk:", mnk_name, mnk_place, mnk_moves, mnk_play},
	{"connect4:", connect4_name, connect4_place, connect4_moves, connect4_play},
	{"sticks:", sticks_name, sticks_place, sticks_moves, sticks_play},
};

/* ---- nodes ---- */

enum { END, MOVE, ALL, SEE, ZONE, PAIRS, FORCED, WON, THREAT, POLICY, ASIDE, REST, AVOID, MIRROR, EXCEPT, FOUND, RACE, BETTER };
enum { STRATEGY = 1, PREVENTION, STEALING, WITH_THREATS }; /* kinds of parts */
enum { WIN, DRAW, LOSS };

static int me, part, result; /* P, and the kind of its part */
static bool by_lines;        /* a win by lines (R18) */
static uint64_t nodes, *kept, numbered; /* of each node with a number (R17) what later ones need, in kept_words words */
static size_t kept_words, kept_room;

static void keep(const Set *sets, int n) { /* the node is complete and gets its number: copies n words of each set */
	size_t at = numbered++ * kept_words;
	if (at + kept_words > kept_room) kept = grown(kept, (kept_room += kept_room / 2 + 4096) * sizeof *kept);
	for (size_t i = 0; i < kept_words; i++) kept[at + i] = sets[i / (size_t)n].w[i % (size_t)n];
}

static void see_earlier(Set *sets, int n) { /* the number of a node, and what was kept of it */
	need(numbered > 0 && kept_words > 0, "R15, R32: no earlier node can be referred to");
	size_t at = number(numbered - 1) * kept_words;
	for (size_t i = 0; i < kept_words; i++) sets[i / (size_t)n].w[i % (size_t)n] = kept[at + i];
}

static int node(void) { return nodes++, byte(); }

static int next_answer(Set *open) { /* a square of a zone that has no answer yet, or -1 at the end (R18, R31) */
	int q = less_than(squares + 1) - 1;
	need(q < 0 || has(open, q), "R18, R31: want an empty square, once");
	if (q >= 0) drop(open, q);
	return q;
}

static Set free_squares(const Position *p) {
	Set s = {{0}};
	for (int q = 0; q < squares; q++) if (is_free(p, q)) add(&s, q);
	return s;
}

/* ---- strategies (part 1) ---- */

/* Reach is what lemma 12 says of a node of a win by lines: Z, F and n; or Z is all squares, for ever. */
typedef struct { Set z, f; int n; bool all; } Reach;

static void strategy(const Position *p, Reach *r);

static void include(Reach *r, const Reach *b) {
	join(&r->z, &b->z), join(&r->f, &b->f);
	r->n = b->n > r->n ? b->n : r->n, r->all |= b->all;
}

static void after(const Position *p, int move, Reach *r) {
	Position c = *p;
	game->play(&c, move);
	strategy(&c, r);
	if (by_lines) add(&r->z, move);
}

/* good: the game is over, and P has what it needs. */
static bool good(const Position *p) { return result == DRAW ? p->over && p->over != 1 + !me : p->over == 1 + me; }

static uint64_t turned(int s, uint64_t from) {
	uint64_t to = 0;
	for (; from; from &= from - 1) to |= (uint64_t)1 << image[s][lowest(from)];
	return to;
}

/* canonical turns a position by the symmetry that makes the second side's stones the least number, then the first side's, and
 * returns that symmetry ("The symmetry of a reference"). */
static int canonical(Set *first, Set *second) {
	uint64_t x = first->w[0], o = second->w[0], a, b;
	int best = 0; /* which moves nothing */
	for (int s = 1; s < symmetries; s++) {
		if ((b = turned(s, o)) > second->w[0] || ((a = turned(s, x)) >= first->w[0] && b == second->w[0])) continue;
		first->w[0] = a, second->w[0] = b, best = s;
	}
	return best;
}

static void see(const Position *p, Reach *r) { /* R15 */
	Set old[5] = {{{0}}}, x = p->stones[0], o = p->stones[1];
	see_earlier(old, 1);
	int s = canonical(&old[0], &old[1]), u = canonical(&x, &o);
	need(equal(&x, &old[0]) && equal(&o, &old[1]), "R15: the position is not that of the earlier node");
	for (int q = 0; q < squares && by_lines; q++) {
		int t = 0; /* the square of the earlier node that is q here */
		while (image[s][t] != image[u][q]) t++;
		if (has(&old[2], t)) add(&r->z, q);
		if (has(&old[3], t)) add(&r->f, q);
	}
	r->n = (int)(old[4].w[0] >> 1), r->all = old[4].w[0] & 1;
}

static bool threatens(const Position *p, int m, uint64_t t) { /* after the move m, t ends the game with what P needs */
	Position c = *p;
	game->play(&c, m);
	if (c.over || !legal(&c, t)) return false;
	game->play(&c, (int)t);
	return good(&c);
}

static void replies(const Position *p, bool threat, Reach *r) { /* R13: all moves of Q. R14: those that a threat does not answer */
	uint64_t t = threat ? number(UINT32_MAX) : 0;
	size_t from = top, answered = 0;
	game->moves(p);
	for (size_t i = from, end = top; i < end; i++) {
		int m = (int)stack[i];
		Reach b;
		if (threat && threatens(p, m, t)) {
			answered++;
			continue;
		}
		after(p, m, &b);
		if (threat && by_lines) add(&b.f, m), b.all |= (uint64_t)m != t;
		include(r, &b);
	}
	top = from, r->n += !threat;
	need(answered > 0 || !threat, "R14: the threat ends the game after no move");
}

static void win_zone(const Position *p, Reach *r) { /* R18, lemma 12 */
	Set open = free_squares(p), disturb_all = open;
	int count = 0;
	for (int m; (m = next_answer(&open)) >= 0; count++) {
		Reach b;
		after(p, m, &b);
		include(r, &b);
		for (int i = 0; i < line_count; i++) {
			Set left = without(lines[i].all, &p->stones[!me]), beyond = without(left, &b.f);
			if (!meets(&left, &p->stones[me]) && size(&beyond) <= b.n + 2) join(&b.z, &left);
		}
		if (!b.all) cut(&disturb_all, &b.z);
	}
	need(count > 0 && !meets(&disturb_all, &open), "R18: no answer, or a move without one disturbs all answers");
	r->n++;
}

static void avoid(const Position *p) { /* R19, lemma 10 */
	int e = squares - size(&p->stones[0]) - size(&p->stones[1]) - (p->turn != me);
	uint64_t sum = 0, one = 1 << 20; /* a line has 20 squares at most */
	for (int i = 0; i < line_count; i++) {
		Set left = without(lines[i].all, &p->stones[me]);
		if (!meets(&left, &p->stones[!me])) sum += one >> size(&left);
	}
	need(sum < (e % 2 ? one / 2 : one), "R19: the weights of the lines are too great");
}

static void mirror(const Position *p) { /* R20, lemma 11 */
	const uint16_t *to = image[less_than(symmetries)];
	need(to != image[0], "R20: the symmetry 0");
	for (int q = 0; q < squares; q++) {
		bool p_here = has(&p->stones[me], q), q_there = has(&p->stones[!me], to[q]), fixed = to[q] == q;
		need(to[to[q]] == q && (fixed ? p_here : p_here == q_there), "R20: the stones are not images of each other");
		for (int i = 0; fixed && i < through_count[q]; i++) {
			const Set *line = &lines[through[q][i]].all;
			bool pair = false;
			EACH(a, line) pair |= to[a] != a && has(line, to[a]);
			need(pair, "R20: a line through a square that is its own image has no two images");
		}
	}
}

/* ---- policies of Connect Four (R21, lemma 6) ---- */

static uint64_t written[64]; /* by the place of the square that Q took: P's answer, or nothing */
static struct { uint64_t key, policy; } seen[1 << 18];
static uint64_t policies, positions;

static void read_answers(void) {
	int all = columns * rows, n = less_than(all + 1), least = 0;
	memset(written, 0, sizeof written);
	for (; n > 0; n--) {
		int q = less_than(all), a = less_than(all);
		need(q >= least, "R21: want squares that ascend");
		written[q / rows * across + q % rows] = (uint64_t)1 << (a / rows * across + a % rows), least = q + 1;
	}
}

static uint64_t reply(uint64_t p, uint64_t q, uint64_t took) { /* The square with the least number is the lowest bit. */
	uint64_t open = playable(p | q), wins = completes(p), losses = completes(q), some;
	if ((some = open & wins) || (some = open & losses)) return first_of(some); /* 1, 2 */
	if ((some = open & ~(losses >> 1))) open = some;                           /* the others are left out */
	if ((some = open & written[lowest(took)])) return some;                    /* 3 */
	if ((some = took << 1 & open & ~(wins >> 1))) return some;                 /* 4 */
	if ((some = open & ~(wins >> 1))) open = some;                             /* 5 */
	for (int odd = 0; odd < 2; odd++) /* an even number of squares above it, or else an odd one */
		for (int y = rows - 1 - odd; y >= 0; y -= 2)
			if ((some = open & floor_row << y)) return first_of(some);
	return 0;
}

static void hold(uint64_t p, uint64_t q, uint64_t passed) { /* against all moves of Q, except some that are passed over */
	uint64_t key = p + (p | q) + floor_row; /* no other position has the same */
	size_t i = (size_t)(key * 0x9e3779b97f4a7c15 >> 46);
	for (; seen[i].policy == policies; i = (i + 1) % (1 << 18)) if (seen[i].key == key) return;
	seen[i].key = key, seen[i].policy = policies;
	need(++positions <= 65536, "R21: the policy leads to more than 65536 positions");
	for (uint64_t open = playable(p | q) & ~passed, answer = 0; open; open &= open - 1) {
		uint64_t took = first_of(open), taken = p | q | took;
		need(!(completes(q) & took), "R21: the policy lets Q complete a line");
		if (taken != whole) {
			answer = reply(p, q | took, took), taken |= answer;
			if (completes(p) & answer) continue;
		}
		need(taken != whole || result == DRAW, "R21: the policy only fills the board");
		if (taken != whole) hold(p | answer, q | took, 0);
	}
}

static void policy(const Position *p, bool except) { /* R21, R22 */
	uint64_t open = playable(p->stones[0].w[0] | p->stones[1].w[0]), passed = 0;
	int left_out[64], n = 0, least = 0;
	read_answers();
	if (except) n = less_than(count64(open) + 1);
	for (int i = 0; i < n; i++) {
		int x = left_out[i] = less_than(columns);
		need(x >= least && open & column(x), "R22: want columns with room that ascend");
		passed |= open & column(x), least = x + 1;
	}
	policies++, positions = 0;
	hold(p->stones[me].w[0], p->stones[!me].w[0], passed);
	Reach none;
	for (int i = 0; i < n; i++) after(p, left_out[i], &none);
}

static void strategy(const Position *p, Reach *r) {
	int kind = node();
	bool mine = p->turn == me, row_loses = game->name == mnk_name && misere && !exact && result == DRAW;
	memset(r, 0, sizeof *r);
	if (p->over || kind == END) need(p->over && kind == END && good(p), "R11, R16: not an end with what P needs");
	else if (kind == MOVE && mine) {
		uint64_t m = number(UINT32_MAX);
		need(legal(p, m), "R12: the move is not legal");
		after(p, (int)m, r);
	} else if (kind == AVOID && row_loses) avoid(p);
	else if (kind == MIRROR && row_loses && !mine) mirror(p);
	else if (kind == SEE && !mine) see(p, r);
	else {
		if ((kind == ALL || kind == THREAT) && !mine) replies(p, kind == THREAT, r);
		else if (kind == ZONE && !mine && by_lines) win_zone(p, r);
		else if ((kind == POLICY || kind == EXCEPT) && !mine && game->name == connect4_name) policy(p, kind == EXCEPT);
		else stop(WRONG, "R16: a node of kind %d may not be here", kind);
		keep((Set[]){p->stones[0], p->stones[1], r->z, r->f, {{(uint64_t)r->n << 1 | r->all}}}, 1);
	}
}

/* ---- preventions (parts 2 and 4): the position is the board in mind, and nobody asks whether it is over ---- */

static uint16_t gone[LINES], asides; /* lines that are set aside (R30), by the depth of the node that did it */
static int other[SQUARES];           /* of a square in a pair: the other one; for the node that is being read */
static Set lacks[LINES];             /* what each line that counts lacks; likewise */

static void prevention(const Position *p, Set *zone);

static bool alive(const Position *p, int line) { return !gone[line] && !meets(&lines[line].all, &p->stones[me]); }

static Set read_pairs(const Position *p) { /* R27 */
	Set in = {{0}};
	for (int n = less_than(squares / 2 + 1), q[2]; n > 0; n--) {
		for (int i = 0; i < 2; i++) {
			q[i] = less_than(squares);
			need(is_free(p, q[i]) && !has(&in, q[i]), "R27: want an empty square that is in no other pair");
			add(&in, q[i]);
		}
		other[q[0]] = q[1], other[q[1]] = q[0];
	}
	return in;
}

static bool covered(const Set *lacking, const Set *paired) {
	EACH(q, lacking) if (has(paired, q) && has(lacking, other[q])) return true;
	return false;
}

/* counting puts into lacks what each line lacks that counts and is not covered, and returns how many there are. */
static int counting(const Position *p, const Set *paired) {
	static int first[SQUARES], following[LINES]; /* lists of lines by the least square that they lack */
	static bool idle[LINES];
	int n = 0, left = 0;
	memset(first, -1, sizeof first);
	for (int i = 0, q; i < line_count; i++) {
		lacks[n] = without(lines[i].all, &p->stones[!me]);
		if (!alive(p, i) || covered(&lacks[n], paired)) continue;
		if ((q = next(&lacks[n], 0)) < 0) { /* it lacks nothing: all others are idle */
			lacks[0] = lacks[n];
			return 1;
		}
		following[n] = first[q], first[q] = n++;
	}
	for (int i = 0; i < n; i++) {
		idle[i] = false;
		EACH(q, &lacks[i])
			for (int j = first[q]; j >= 0; j = following[j])
				idle[i] |= j != i && within(&lacks[j], &lacks[i]) && (j < i || !within(&lacks[i], &lacks[j]));
	}
	for (int i = 0; i < n; i++) if (!idle[i]) lacks[left++] = lacks[i];
	return left;
}

#define ONE ((uint64_t)1 << 40) /* weights are times 2^40 */

static bool potential(int n, const Set *paired) { /* R28, lemma 2 */
	uint64_t sum = 0, greatest = 0, at[SQUARES] = {0};
	for (int i = 0; i < n; i++) {
		Set left = without(lacks[i], paired);
		uint64_t weight = ONE >> size(&left);
		sum += weight;
		EACH(q, &left) if ((at[q] += weight) > greatest) greatest = at[q];
	}
	return sum + greatest < ONE;
}

/* The little game of R29 and lemma 7: sets of 64 squares at most, as words. */
static int positions_left;

/* weigh returns the sum of the weights of the sets, and puts the weight of each square into at, and all squares into in. */
static uint64_t weigh(const uint64_t *sets, int n, uint64_t *at, uint64_t *in) {
	uint64_t sum = 0;
	memset(at, 0, 64 * sizeof *at);
	for (int i = 0; i < n; i++) {
		uint64_t weight = ONE >> count64(sets[i]);
		sum += weight, *in |= sets[i];
		for (uint64_t s = sets[i]; s; s &= s - 1) at[lowest(s)] += weight;
	}
	return sum;
}

static int take_heaviest(const uint64_t *at, uint64_t *in) { /* of equal ones the one with the least number */
	int best = lowest(*in);
	for (uint64_t s = *in; s; s &= s - 1) if (at[lowest(s)] > at[best]) best = lowest(s);
	*in &= ~((uint64_t)1 << best);
	return best;
}

static bool p_succeeds(const uint64_t *sets, int n);

static bool q_fails(const uint64_t *sets, int n) { /* Q is to move */
	uint64_t at[64], left[LINES], in = 0;
	if (positions_left-- <= 0) return false;
	for (int i = 0; i < n; i++) if (count64(sets[i]) <= 1) return false;
	for (uint64_t sum = weigh(sets, n, at, &in); in;) {
		int q = take_heaviest(at, &in);
		if (sum + at[q] < ONE) return true;
		for (int i = 0; i < n; i++) left[i] = sets[i] & ~((uint64_t)1 << q);
		if (!p_succeeds(left, n)) return false;
	}
	return true;
}

static bool p_succeeds(const uint64_t *sets, int n) { /* P is to move */
	uint64_t at[64] = {0}, left[LINES], in = 0;
	for (int i = 0; i < n; i++) {
		if (count64(sets[i]) > 1) continue;
		if (!sets[i] || (in && in != sets[i])) return false;
		in = sets[i];
	}
	if (!in) weigh(sets, n, at, &in);
	for (int i = 0, m = 0; in && i < 4; i++, m = 0) {
		int q = take_heaviest(at, &in);
		for (int j = 0; j < n; j++) if (!(sets[j] >> q & 1)) left[m++] = sets[j];
		if (q_fails(left, m)) return true;
	}
	return false;
}

static bool rest(int n, const Set *paired) { /* R29 */
	static uint64_t sets[LINES];
	Set in = {{0}};
	int count = 0;
	memset(sets, 0, (size_t)n * sizeof *sets);
	for (int i = 0; i < n; i++) join(&in, &lacks[i]);
	in = without(in, paired);
	need(size(&in) <= 64, "R29: more than 64 squares");
	EACH(q, &in) { /* it gets the next number, from 0 on */
		for (int i = 0; i < n; i++) sets[i] |= (uint64_t)has(&lacks[i], q) << count;
		count++;
	}
	positions_left = 1000;
	return q_fails(sets, n);
}

static void leaf(const Position *p, int kind, Set *zone) {
	Set paired = *zone = read_pairs(p);
	int n = counting(p, &paired);
	for (int i = 0; i < n; i++) join(zone, &lacks[i]);
	need(kind == PAIRS ? potential(n, &paired) : rest(n, &paired), "R28, R29: the pairs leave too much");
}

static void aside(const Position *p, Set *zone) { /* R30, lemma 8 */
	Set paired = read_pairs(p), left = {{0}};
	Position c = *p;
	bool covers = false;
	asides++;
	for (int i = 0; i < line_count; i++) {
		Set lacking = without(lines[i].all, &p->stones[!me]);
		if (!alive(p, i)) continue; /* it stays dead below */
		if (covered(&lacking, &paired)) gone[i] = asides, covers = true;
		else join(&left, &lacking);
	}
	need(covers, "R30: the pairs cover no line");
	EACH(q, &paired) if (has(&left, q)) {
		need(!has(&left, other[q]), "R30: both squares of a pair are in lines that are left");
		add(&c.stones[!me], q);
	}
	prevention(&c, zone);
	for (int i = 0; i < line_count; i++) if (gone[i] == asides) gone[i] = 0;
	asides--;
	join(zone, &paired);
}

static void prevention_zone(const Position *p, Set *zone) { /* R31, lemmas 3 and 9 */
	Set open = free_squares(p), in_all = open, answered = {{0}}, none = {{0}}, z;
	for (int m; (m = next_answer(&open)) >= 0; add(&answered, m)) {
		Position c = put(p, !me, m);
		prevention(&c, &z);
		cut(&in_all, &z), join(zone, &z);
	}
	need(next(&answered, 0) >= 0, "R31: a zone without an answer");
	cut(&open, &in_all); /* what is not settled yet */
	if (next(&open, 0) < 0) return;
	need(part == PREVENTION, "R31: a move without an answer is in all zones");
	int n = counting(p, &none);
	EACH(q, &open) {
		Set as_good = answered;
		bool in = false;
		for (int i = 0; i < n; i++) if (has(&lacks[i], q)) cut(&as_good, &lacks[i]), in = true;
		need(!in || next(&as_good, 0) >= 0, "R31: a move without an answer is in all zones, and no answered one is as good");
		if (in) add(zone, next(&as_good, 0));
	}
}

static void matter(const Position *p, int s, Set *sets) { /* L, T and O of R32, turned by a symmetry */
	Set all[3] = {{{0}}, p->stones[!me], p->stones[me]};
	for (int i = 0; i < line_count; i++) if (alive(p, i)) join(&all[0], &lines[i].all);
	if (part == PREVENTION) cut(&all[1], &all[0]);
	memset(sets, 0, sizeof all);
	for (int i = 0; i < 3; i++) EACH(q, &all[i]) add(&sets[i], image[s][q]);
}

static void see_pattern(const Position *p, Set *zone) { /* R32, lemma 3 */
	Set old[4] = {{{0}}}, here[3];
	see_earlier(old, words);
	int s = less_than(symmetries);
	matter(p, s, here);
	bool same = equal(&here[0], &old[1]) && equal(&here[1], &old[2]) && equal(&here[2], &old[3]);
	cut(&here[1], &old[0]);
	if (part == PREVENTION) same = within(&here[0], &old[1]) && within(&here[1], &old[2]);
	need(same, "R32: the position does not fit the earlier node");
	for (int q = 0; q < squares; q++) if (has(&old[0], image[s][q])) add(zone, q);
}

static void fill(const Position *p, int q, int n, Set *zone) { /* until each alive line without q lacks n squares of the zone */
	for (int i = 0; i < line_count; i++) {
		Set lacking = without(lines[i].all, &p->stones[!me]), outside = without(lacking, zone);
		if (!alive(p, i) || (q >= 0 && has(&lacking, q))) continue;
		need(size(&lacking) >= n, "R33, R34: Q completes a line first");
		for (int in = size(&lacking) - size(&outside), r; in < n; in++) r = next(&outside, 0), add(zone, r), drop(&outside, r);
	}
}

static bool has_line(const Set *own, int q) { /* one through q, if that is a square */
	for (int i = 0; i < line_count; i++) if (within(&lines[i].all, own) && (q < 0 || has(&lines[i].all, q))) return true;
	return false;
}

static void forced(const Position *p, Set *zone) { /* R33, lemma 5 */
	int q = less_than(squares);
	Position mine = put(p, me, q), theirs = put(p, !me, q);
	need(is_free(p, q) && has_line(&mine.stones[me], q), "R33: P does not threaten to complete a line there");
	prevention(&theirs, zone);
	add(zone, q);
	fill(p, q, 2, zone);
}

static void end_or_move(const Position *p, int kind, Set *zone) { /* P is to move */
	if (kind == END) { /* R26 */
		need(full_board(p), "R26: an empty square at the end");
		for (int i = 0; i < line_count; i++) need(!alive(p, i), "R26: a line is alive at the end");
		return;
	}
	if (kind != MOVE) stop(WRONG, "R16: a node of kind %d may not be here", kind);
	int q = less_than(squares); /* R25 */
	Position c = put(p, me, q);
	need(is_free(p, q), "R25: want an empty square");
	prevention(&c, zone);
	add(zone, q);
}

static void prevention(const Position *p, Set *zone) { /* reads a node, and works its zone out */
	int kind = node();
	bool threats = part == WITH_THREATS;
	Set sets[4] = {{{0}}};
	*zone = sets[0];
	if (p->turn == me) end_or_move(p, kind, zone);
	else if (kind == SEE) see_pattern(p, zone);
	else if (kind == ASIDE && !threats) aside(p, zone);
	else if ((kind == FOUND || kind == BETTER) && !threats) stop(UNKNOWN, "R35: pairs are left out: it needs oxo verify --expand");
	else {
		if (kind == ZONE) prevention_zone(p, zone);
		else if (kind == PAIRS || (kind == REST && !threats)) leaf(p, kind, zone);
		else if (kind == FORCED && threats) forced(p, zone);
		else if (kind != WON || !threats) stop(WRONG, "R16: a node of kind %d may not be here", kind);
		else { /* R34 */
			need(has_line(&p->stones[me], -1), "R34: P has completed no line");
			fill(p, -1, 1, zone);
		}
		sets[0] = *zone;
		matter(p, 0, sets + 1);
		keep(sets, words);
	}
}

/* ---- the whole file ---- */

static const char *line(const char *name) { /* R1 */
	static char text[5][4098];
	static int count;
	const char *value = text[count];
	size_t n = 0;
	for (uint8_t b; (b = byte()) != '\n'; text[count][n++] = (char)b)
		need(n < 4096 && b >= 32 && b < 127, "R1 to R3: want a line of 4096 plain characters at most");
	need(eat(&value, name) && eat(&value, " "), "R1: want the five lines");
	count++;
	return value;
}

static void read_part(int side) { /* R5, R6 */
	bool rows_win = game->name == mnk_name && !misere && !exact;
	Reach r;
	Set zone;
	me = side, by_lines = rows_win && result != DRAW, numbered = 0;
	need(number(1) == (uint64_t)side, "R5: want the part of the other side");
	part = byte();
	kept_words = part == STRATEGY ? (squares > 64 ? 0 : by_lines ? 5 : 2) : (size_t)words * (part == WITH_THREATS ? 4 : 3);
	if (part != STRATEGY)
		need(part >= PREVENTION && part <= WITH_THREATS && rows_win && result == DRAW && start.over == GOING, "R6: a kind of part that may not be here");
	if (part == STRATEGY) strategy(&start, &r);
	else if (part != STEALING) prevention(&start, &zone);
	else need(side == 0 && size(&start.stones[0]) == 0, "R6: lemma 4 is for the first side, from the empty board");
}

int main(int count, char **arguments) {
	static const char *const results[] = {"win", "draw", "loss"};
	if (count != 2) stop(TROUBLE, "want one FILE, a certificate");
	file_name = arguments[1];
	if (!(file = fopen(file_name, "rb"))) stop(TROUBLE, "it cannot be opened");
	need(!strcmp(line("oxo certificate"), "1"), "R1: want version 1");
	const char *name = line("game"), *options = name;
	for (size_t i = 0; i < sizeof games / sizeof *games && !game; i++) if (eat(&options, games[i].prefix)) game = &games[i];
	if (!game) stop(UNKNOWN, "this checker does not know the game %s", name);
	need(game->name(options), "R2: want the full name of a game");
	const char *position = line("position"), *value = line("result"), *parts = line("parts");
	game->place(&start, position);
	while (result <= LOSS && strcmp(value, results[result])) result++;
	need(result <= LOSS && !strcmp(parts, result == DRAW ? "2" : "1"), "R4: want win or loss and 1 part, or draw and 2 parts");
	if (result == DRAW) read_part(0), read_part(1);
	else read_part(result == WIN ? start.turn : !start.turn);
	check_end();
	printf("%s\n%s\n%s to move: %s, proven\n%llu nodes, %llu bytes\n", name, position, start.turn ? "second" : "first",
		results[result], (unsigned long long)nodes, (unsigned long long)offset);
	return PROVEN;
}
