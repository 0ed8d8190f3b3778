//go:build ignore

/* A second checker of oxo's certificates, written from docs/lookup/certificate-format.md and the lemmas of
 * docs/know/certificates.md alone: it shares no line with oxo. R1 to R35 are the rules of the first page. P is the side
 * whose part is read, Q the other. Games: k in a row, Connect Four, sticks and Nim. With gcc or clang:
 *
 *   cc -O2 -o checker checker.c && ./checker FILE
 *
 * Exit codes: 0 the file is a proof; 1 it is not; 2 wrong usage, or the file cannot be read; 3 this checker does
 * not know the game, or the file leaves pairs out (R35; oxo verify --expand adds them). */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PROVEN, WRONG, TROUBLE, UNKNOWN };                                         /* exit codes */
enum { SQUARES = 400, WORDS = 7, LINES = 1600, SYMMETRIES = 3200, MOVES = 2040 }; /* the most of any game */

/* ---- the file: bytes, numbers, the checksum ---- */
static FILE *file;
static const char *file_name = "checker";
static uint64_t offset; /* of the next byte */
static _Noreturn void stop(int code, const char *why) {
	static const char *const verdicts[] = {"", "not a proof", "not read", "not known to this checker"};
	fprintf(stderr, "%s: %s: byte %llu: %s\n", file_name, verdicts[code], (unsigned long long)offset, why);
	exit(code);
}
static void need(bool holds, const char *rule) { if (!holds) stop(WRONG, rule); }
static uint32_t sha[8] = { /* SHA-256 of what is read */
	0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
static const uint32_t constants[64] = {0x428a2f98,
	0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01,
	0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6,
	0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7,
	0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354,
	0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624,
	0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f,
	0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};
static uint32_t filled, sha_block[64]; /* how many bytes of the block are there */
static uint32_t turn(uint32_t x, int n) { return x >> n | x << (32 - n); }
static uint32_t mix(uint32_t x, int a, int b) { return turn(x, a) ^ turn(x, b); }

static void absorb(uint64_t b) { /* SHA-256 of one byte more */
	uint32_t s[8], *w = sha_block;
	w[filled / 4] = w[filled / 4] << 8 | (uint32_t)(b & 255);
	if ((filled = (filled + 1) % 64) > 0) return;
	memcpy(s, sha, sizeof s);
	for (int i = 0; i < 64; i++) {
		if (i >= 16) w[i] = w[i - 16] + w[i - 7] + (mix(w[i - 15], 7, 18) ^ w[i - 15] >> 3)
			+ (mix(w[i - 2], 17, 19) ^ w[i - 2] >> 10);
		uint32_t x = s[7] + constants[i] + w[i] + (mix(s[4], 6, 11) ^ turn(s[4], 25)) + ((s[4] & s[5]) ^ (~s[4] & s[6]));
		uint32_t y = (mix(s[0], 2, 13) ^ turn(s[0], 22)) + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
		memmove(s + 1, s, 7 * sizeof *s);
		s[4] += x, s[0] = x + y;
	}
	for (int i = 0; i < 8; i++) sha[i] += s[i];
}
static uint8_t byte(void) {
	int b = getc(file);
	if (b == EOF) stop(ferror(file) ? TROUBLE : WRONG, "R10: the file ends too soon");
	absorb((uint64_t)b), offset++;
	return (uint8_t)b;
}
static uint64_t number(uint64_t max) { /* R7: from 0 to max */
	uint64_t value = 0, b = 128;
	for (int shift = 0; b & 128; shift += 7) {
		b = byte();
		need((b <= 1 || shift < 63) && (b > 0 || shift == 0), "R7: more than 64 bits, or not the shortest");
		value |= (b & 127) << shift;
	}
	need(value <= max, "R7: a number that is too great");
	return value;
}
static int less_than(int n) { return (int)number((uint64_t)n - 1); } /* from 0 to n - 1 */

/* ---- sets of squares, and symmetries ---- */
typedef struct { uint64_t w[WORDS]; } Set;
static int squares, symmetries, words; /* words: how many of a set the board needs */
static Set every, none;                /* all squares; no square */
#define EACH_WORD for (int i = 0; i < words; i++)
#define EACH(q, s) for (int q = next(s, 0); q >= 0; q = next(s, q + 1))
static int count64(uint64_t x) { return __builtin_popcountll(x); } /* how many bits are 1 */
static int lowest(uint64_t x) { return __builtin_ctzll(x); } /* the place of the lowest bit; x is not 0 */
static uint64_t first_of(uint64_t x) { return x & (0 - x); } /* that bit itself */
static bool has(const Set *s, int q) { return s->w[q >> 6] >> (q & 63) & 1; }
static void add(Set *s, int q) { s->w[q >> 6] |= (uint64_t)1 << (q & 63); }
static void drop(Set *s, int q) { s->w[q >> 6] &= ~((uint64_t)1 << (q & 63)); }
static void join(Set *s, const Set *t) { EACH_WORD s->w[i] |= t->w[i]; }
static void cut(Set *s, const Set *t) { EACH_WORD s->w[i] &= t->w[i]; }
static Set without(Set s, const Set *t) { EACH_WORD s.w[i] &= ~t->w[i]; return s; }
static bool meets(const Set *s, const Set *t) { EACH_WORD if (s->w[i] & t->w[i]) return true; return false; }
static bool within(const Set *s, const Set *t) { EACH_WORD if (s->w[i] & ~t->w[i]) return false; return true; }
static bool equal(const Set *s, const Set *t) { return within(s, t) && within(t, s); }
static int size(Set s) { int n = 0; EACH_WORD n += count64(s.w[i]); return n; }
static int next(const Set *s, int q) { /* the least square of s from q on, or -1 */
	for (int i = q >> 6; i < words; i++, q = i << 6) if (s->w[i] >> (q & 63)) return q + lowest(s->w[i] >> (q & 63));
	return -1;
}
static uint16_t image[SYMMETRIES][SQUARES]; /* image[s][q]: where symmetry s brings square q */
static Set turned(int s, Set f) { Set t = none; EACH(q, &f) add(&t, image[s][q]); return t; }
static Set turned_back(int s, Set f) { Set t = none; EACH(q, &every) if (has(&f, image[s][q])) add(&t, q); return t; }

/* ---- games: two sets of stones on a board ---- */
enum { GOING, DRAWN = 3 }; /* 1: the first side has won, 2: the second has */
typedef struct { Set stones[2]; int turn, over; } Position;
static Position start;
static int columns, rows, across, up;     /* column x and row y is square x across + y up */
static uint16_t moves[MOVES], move_count; /* all moves that a position can have, in the order of the game */
static bool eat(const char **text, const char *word) {
	size_t n = strlen(word);
	return !strncmp(*text, word, n) && (*text += n);
}
static int small(const char **text, const char *before) { /* a number up to 999 after a word, or -1 */
	const char *t = *text;
	char digits[4];
	if (!eat(&t, before) || sscanf(t, "%3[0-9]", digits) != 1 || (digits[0] == '0' && digits[1])) return -1;
	*text = t + strlen(digits);
	return atoi(digits);
}
static void board(int x, int y, int step_across, int step_up, int turns, int shifts) {
	columns = x, rows = y, across = step_across, up = step_up;
	squares = (x - 1) * across + (y - 1) * up + 1, words = (squares + 63) / 64;
	for (int s = 0, known = 0; s < turns * shifts; s++, symmetries += !known, known = 0) { /* see "Symmetries" */
		uint16_t *to = image[symmetries];
		for (int i = 0, bits = s % turns, shift = s / turns; i < x * y; i++) {
			int a = bits & 1 ? x - 1 - i % x : i % x, b = bits & 2 ? y - 1 - i / x : i / x, swap = bits & 4;
			int to_x = ((swap ? b : a) + shift % x) % x, to_y = ((swap ? a : b) + shift / x) % y;
			to[i % x * across + i / x * up] = (uint16_t)(to_x * across + to_y * up);
		}
		for (int i = 0; i < symmetries; i++) known |= !memcmp(image[i], to, sizeof image[0]);
	}
}

/* k in a row; and Connect Four, where a move is a column, and one more square above each column stays empty */
static struct line { Set all, ends; } lines[LINES]; /* ends: the squares that continue it */
static int line_count, in_row;
static bool misere, torus, exact, falls;                      /* falls: Connect Four */
static uint16_t through[SQUARES][80], through_count[SQUARES]; /* 80: four directions, 20 squares */
static uint64_t whole, floor_row;                             /* of Connect Four: all squares; the lowest ones */
static void add_line(int x, int y, int dx, int dy) {
	struct line line = {none, none};
	for (int i = -1; i <= in_row; i++) {
		int a = x + i * dx, b = y + i * dy, q = (a + 20 * columns) % columns * across + (b + 20 * rows) % rows * up;
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
static int rank(int m) { /* of a move in the order of moves: the least is first */
	int x = 2 * (m % columns) - columns + 1, y = 2 * (m / columns) - rows + 1, right = m - (columns - 1) / 2;
	return falls ? (right > 0 ? 2 * right - 1 : -2 * right) : x * x + y * y - 1000 * through_count[m];
}

static bool lines_name(const char *t) { /* R2 */
	int x = small(&t, ""), y = small(&t, "x");
	in_row = falls ? 4 : small(&t, "x");
	if (!falls) misere = eat(&t, ",misere"), torus = eat(&t, ",torus"), exact = eat(&t, ",exact");
	bool fits = falls ? x >= 4 && y >= 4 && x * (y + 1) <= 64 : x >= 1 && x <= 20 && y >= 1 && y <= 20;
	if (*t || !fits || in_row < 1 || in_row > (x > y ? x : y)) return false;
	board(x, y, falls ? y + 1 : 1, falls ? 1 : x, falls ? 2 : x == y ? 8 : 4, torus ? x * y : 1);
	for (int i = 0; i < 4 * x * y; i++) add_line(i / 4 % x, i / 4 / x, (int[]){1, 0, 1, -1}[i % 4], i % 4 > 0);
	for (int m = 0, i; m < (falls ? x : squares); moves[i] = (uint16_t)m++, move_count++)
		for (i = m; i > 0 && rank(moves[i - 1]) > rank(m); i--) moves[i] = moves[i - 1];
	for (int i = 0; falls && i < x * across; i += across)
		floor_row |= (uint64_t)1 << i, whole |= (((uint64_t)1 << rows) - 1) << i;
	return true;
}
static uint64_t taken(const Position *p) { return p->stones[0].w[0] | p->stones[1].w[0]; }
static bool is_free(const Position *p, int q) { return !has(&p->stones[0], q) && !has(&p->stones[1], q); }
static int empty(const Position *p) { return columns * rows - size(p->stones[0]) - size(p->stones[1]); }
static bool complete(int i, const Set *s) { return within(&lines[i].all, s) && !(exact && meets(&lines[i].ends, s)); }
static bool lines_play(Position *p, uint64_t move) { /* returns false where the move is not legal */
	if (move >= (uint64_t)(falls ? columns : squares)) return false;
	int side = p->turn, q = (int)move * (falls ? across : 1), end = q + (falls ? rows : 1);
	while (q < end && !is_free(p, q)) q++;
	if (q == end) return false;
	add(&p->stones[side], q);
	p->turn = !side, p->over = empty(p) ? GOING : DRAWN;
	for (int i = 0; i < through_count[q]; i++)
		if (complete(through[q][i], &p->stones[side])) p->over = 1 + (side ^ misere);
	return true;
}
static void lines_place(Position *p, const char *text) { /* R3: rows of X and O, from the top */
	for (int i = 0; i < columns * rows; i++, text++) {
		int x = i % columns, y = falls ? rows - 1 - i / columns : i / columns;
		bool row = x > 0 || i == 0 || eat(&text, "/");
		need(row && *text && strchr("XO.", *text), "R3: want rows of X, O and . with / between them");
		if (*text != '.') add(&p->stones[*text == 'O'], x * across + y * up);
	}
	p->turn = size(p->stones[0]) - size(p->stones[1]), p->over = empty(p) ? GOING : DRAWN;
	need(!*text && (p->turn == 0 || p->turn == 1), "R3: want the rows, with as many X as O, or one more");
	need(!falls || !(taken(p) & ~(taken(p) << 1 | floor_row)), "R3: an empty square below a stone");
	Set *last = &p->stones[!p->turn], shared = *last;
	for (int i = 0; i < line_count; i++) need(!complete(i, &p->stones[p->turn]), "R3: a line of the side to move");
	for (int i = 0; i < line_count; i++)
		if (complete(i, last)) cut(&shared, &lines[i].all), p->over = 1 + (!p->turn ^ misere);
	need(p->over % DRAWN == 0 || next(&shared, 0) >= 0, "R3: lines that share no square");
}

/* sticks and Nim: heap i is byte i of the first side's stones */
static int heaps, heap_sizes[8], most, normal;
static bool sticks_name(const char *t) { /* R2 */
	int greatest = 0;
	for (int n; (n = small(&t, heaps ? "+" : "")) >= 0; heap_sizes[heaps++] = n) {
		if (n < 1 || n > 255 || heaps == 8) return false;
		greatest = n > greatest ? n : greatest;
		for (int i = 1; i <= n; i++) moves[move_count++] = (uint16_t)(256 * heaps + i);
	}
	bool all = eat(&t, "xall");
	most = all ? greatest : small(&t, "x"), normal = eat(&t, ",normal");
	board(8, 8, 1, 8, 1, 1);
	return !*t && most > 0 && most < greatest + all;
}
static bool sticks_play(Position *p, uint64_t move) {
	uint64_t *all = &p->stones[0].w[0], heap = move / 256, n = move % 256;
	if (heap >= (uint64_t)heaps || n == 0 || n > (uint64_t)most || n > (*all >> 8 * heap & 255)) return false;
	*all -= n << 8 * heap, p->turn = !p->turn, p->over = *all ? GOING : 1 + (p->turn ^ normal);
	return true;
}
static void sticks_place(Position *p, const char *text) { /* R3 */
	uint64_t *all = &p->stones[0].w[0];
	for (int i = 0, n; i < heaps; *all |= (uint64_t)n << 8 * i++)
		need((n = small(&text, i > 0 ? "+" : "")) >= 0 && n <= heap_sizes[i], "R3: want the sticks of each heap");
	p->turn = !strcmp(text, " second"), p->over = *all ? GOING : 1 + (p->turn ^ normal);
	need(p->turn || !strcmp(text, " first"), "R3: want the side to move");
}
static bool play(Position *p, uint64_t move) { return heaps ? sticks_play(p, move) : lines_play(p, move); }

/* ---- nodes ---- */
/* Parts: strategies by the rules alone, of Connect Four, wins by lines, draws where a row loses; preventions. */
enum { BY_RULES = 1, COLUMNS = 2, BY_LINES = 4, ROW_LOSES = 8, PREVENTION = 16, WITH_THREATS = 32 };
enum { STRATEGIES = BY_RULES | COLUMNS | BY_LINES | ROW_LOSES, PREVENTIONS = PREVENTION | WITH_THREATS, ANY = 63 };
enum { WIN, DRAW, LOSS, P = 1, Q = 2 }; /* results; who is to move */
enum { END, MOVE, ALL, SEE, ZONE, PAIRS, FORCED, WON, THREAT, POLICY, ASIDE, REST, AVOID, MIRROR, EXCEPT };
static int me, sort, result, kind, positions; /* P; of the part, file, node; left for R21 and R29 */
typedef struct { Set z, f; int n; } Reach; /* the zone of a node; in a win by lines with F and n of lemma 12 */
static void node(const Position *p, Reach *r); /* reads a node and all below; its Reach is included in r */
static void include(Reach *r, const Reach *b) { /* b is of a node below */
	join(&r->z, &b->z), join(&r->f, &b->f), r->n = b->n > r->n ? b->n : r->n;
}
static void after(const Position *p, uint64_t move, Reach *r) {
	Position c = *p;
	need(play(&c, move), "R12, R25, R33: the move is not legal");
	node(&c, r);
}
static bool good(const Position *p) { return p->over == 1 + me || (p->over == DRAWN && result == DRAW); } /* for P */
static bool gone[LINES]; /* lines that are set aside (R30); the others are alive without a stone of P */
static bool alive(const Position *p, int line) { return !gone[line] && !meets(&lines[line].all, &p->stones[me]); }
static Set lacking(const Position *p, int line) { return without(lines[line].all, &p->stones[!me]); }
#define EACH_ALIVE(i, p) for (int i = 0; i < line_count; i++) if (alive(p, i))

/* Of a node with a number kept_sets sets are kept: its zone, those by describe, and in a win by lines F and n. */
static uint64_t nodes, numbered, kept_sets, kept_room, *kept;
/* describe returns L, T and O of R32, or the stones, turned as in "The symmetry of a reference", and by which one. */
static int describe(const Position *p, Set *sets) {
	int best = 0;
	sets[0] = p->stones[0], sets[1] = p->stones[1];
	for (int s = 1; sort & STRATEGIES && s < symmetries; s++) {
		Set x = turned(s, p->stones[0]), o = turned(s, p->stones[1]);
		bool less = o.w[0] < sets[1].w[0] || (o.w[0] == sets[1].w[0] && x.w[0] < sets[0].w[0]);
		if (less) sets[0] = x, sets[1] = o, best = s;
	}
	if (sort & PREVENTIONS) sets[0] = none, sets[1] = p->stones[!me], sets[2] = p->stones[me];
	if (sort & PREVENTIONS) EACH_ALIVE(i, p) join(&sets[0], &lines[i].all);
	if (sort == PREVENTION) cut(&sets[1], &sets[0]);
	return best;
}
static void keep(const Position *p, const Reach *r) { /* R17: the node is complete and gets its number */
	if (sort & STRATEGIES && words > 1) return; /* no node refers to it: see R15 */
	Set sets[5];
	int s = describe(p, sets + 1);
	size_t width = (size_t)words, at = numbered++ * kept_sets * width;
	sets[0] = turned(s, r->z);
	if (sort == BY_LINES) sets[3] = turned(s, r->f), sets[4].w[0] = (uint64_t)r->n;
	if (at + 5 * WORDS > kept_room) kept = realloc(kept, (kept_room += kept_room / 2 + 4096) * sizeof *kept);
	if (!kept) stop(TROUBLE, "no memory is left");
	for (size_t i = 0; i < kept_sets; i++) memcpy(kept + at + i * width, sets[i].w, width * sizeof *kept);
}
static void see(const Position *p, Reach *r) { /* R15; R32, lemma 3 */
	need(numbered > 0, "R15, R32: no earlier node can be referred to");
	Set old[5] = {{{0}}}, here[3];
	size_t width = (size_t)words, at = number(numbered - 1) * kept_sets * width;
	for (size_t i = 0; i < kept_sets; i++) memcpy(old[i].w, kept + at + i * width, width * sizeof *kept);
	int s = describe(p, here);
	if (sort & PREVENTIONS) s = less_than(symmetries);
	for (int i = 0; sort & PREVENTIONS && i < 3; i++) here[i] = turned(s, here[i]);
	bool same = equal(&here[0], &old[1]) && equal(&here[1], &old[2]);
	if (sort == WITH_THREATS) same &= equal(&here[2], &old[3]);
	if (sort == PREVENTION) cut(&here[1], &old[0]), same = within(&here[0], &old[1]) && within(&here[1], &old[2]);
	need(same, "R15, R32: the position does not fit the earlier node");
	r->z = turned_back(s, old[0]), r->n = (int)old[4].w[0];
	if (sort == BY_LINES) r->f = turned_back(s, old[3]);
}

static void end(const Position *p, Reach *r __attribute__((unused))) { /* R11, R26 */
	need(sort & PREVENTIONS ? p->turn == me && !empty(p) : good(p), "R11, R26: not an end with what P needs");
	if (sort & PREVENTIONS) EACH_ALIVE(i, p) stop(WRONG, "R26: a line is alive at the end");
}
static void move(const Position *p, Reach *r) { /* R12, R25 */
	uint64_t m = number(UINT32_MAX);
	after(p, m, r);
	if (sort & (BY_LINES | PREVENTIONS)) add(&r->z, (int)m);
}
static void replies(const Position *p, Reach *r) { /* R13, or R14: t is the threat */
	bool threat = kind == THREAT, answered = !threat;
	uint64_t t = threat ? number(UINT32_MAX) : 0;
	for (int i = 0; i < move_count; i++) {
		Position c = *p, d;
		if (!play(&c, moves[i])) continue;
		d = c;
		bool wins = threat && !c.over && play(&d, t) && good(&d);
		answered |= wins;
		if (!wins) node(&c, r);
		if (wins || sort != BY_LINES) continue;
		add(&r->z, moves[i]);
		if (threat) add(&r->f, moves[i]), r->z = moves[i] == t ? r->z : every;
	}
	need(answered, "R14: the threat ends the game after no move");
	r->n += !threat;
}

static void avoid(const Position *p, Reach *r __attribute__((unused))) { /* R19, lemma 10 */
	uint64_t sum = 0, one = 1 << 20; /* a line has 20 squares at most */
	for (int i = 0; i < line_count; i++)
		if (!meets(&lines[i].all, &p->stones[!me])) sum += one >> size(without(lines[i].all, &p->stones[me]));
	need(sum < ((empty(p) - (p->turn != me)) % 2 ? one / 2 : one), "R19: the weights of the lines are too great");
}
static void mirror(const Position *p, Reach *r __attribute__((unused))) { /* R20, lemma 11 */
	const uint16_t *to = image[less_than(symmetries)]; /* not of symmetry 0: P does not have all squares */
	for (int q = 0; q < squares; q++)
		need(to[to[q]] == q && has(&p->stones[me], q) == (to[q] == q || has(&p->stones[!me], to[q])), "R20: no images");
	for (int i = 0; i < line_count; i++) {
		bool fixed = false, pair = false;
		EACH(q, &lines[i].all) fixed |= to[q] == q, pair |= to[q] != q && has(&lines[i].all, to[q]);
		need(!fixed || pair, "R20: a line through a square that is its own image has no two images");
	}
}

/* ---- policies of Connect Four (lemma 6): p and q are the stones of P and of Q ---- */
static uint64_t policies, written[64]; /* by the place of the square that Q took: P's answer, or nothing */
static struct { uint64_t key, policy; } seen[1 << 18];
static uint64_t playable(uint64_t all) { return (all + floor_row) & whole; } /* a square of each column with room */
static uint64_t completes(uint64_t own) { /* all squares that complete four with others of these stones */
	uint64_t found = 0;
	for (int i = 0, d; i < 4; i++) {
		d = (int[]){1, across, across - 1, across + 1}[i];
		found |= own << d & own << 2 * d & (own << 3 * d | own >> d);
		found |= own >> d & own >> 2 * d & (own >> 3 * d | own << d);
	}
	return found & whole;
}
static uint64_t reply(uint64_t p, uint64_t q, uint64_t took) { /* R21; the lowest bit is the least square */
	uint64_t open = playable(p | q), wins = completes(p), losses = completes(q), some;
	if ((some = open & wins) || (some = open & losses)) return first_of(some); /* 1, 2 */
	if ((some = open & ~(losses >> 1))) open = some;                           /* the others are left out */
	if ((some = open & written[lowest(took)])) return some;                    /* 3 */
	if ((some = took << 1 & open & ~(wins >> 1))) return some;                 /* 4 */
	if ((some = open & ~(wins >> 1))) open = some;                             /* 5 */
	for (int odd = 0; odd < 2; odd++) /* an even number of squares above it, or else an odd one */
		for (int y = rows - 1 - odd; y >= 0; y -= 2) if ((some = open & floor_row << y)) return first_of(some);
	return 0;
}
static void hold(uint64_t p, uint64_t q, uint64_t passed) { /* against all moves of Q that are not passed over */
	uint64_t key = p + (p | q) + floor_row, i = key * 0x9e3779b97f4a7c15 >> 46; /* no other position has the key */
	for (; seen[i].policy == policies; i = (i + 1) % (1 << 18)) if (seen[i].key == key) return;
	seen[i].key = key, seen[i].policy = policies;
	need(positions-- > 0, "R21: the policy leads to more than 65536 positions");
	for (uint64_t open = playable(p | q) & ~passed; open; open &= open - 1) {
		uint64_t took = first_of(open), answer = reply(p, q | took, took);
		bool full = (p | q | took | answer) == whole;
		need(!(completes(q) & took), "R21: the policy lets Q complete a line");
		if (completes(p) & answer) continue;
		if (full) need(result == DRAW, "R21: the policy only fills the board");
		else hold(p | answer, q | took, 0);
	}
}

static void policy(const Position *p, Reach *r) { /* R21, R22 */
	uint64_t open = playable(taken(p)), passed = 0;
	int all = columns * rows, left_out = 0;
	Position below[64];
	memset(written, 0, sizeof written);
	for (int n = less_than(all + 1), least = 0, q, a; n > 0; n--, least = q + 1) {
		q = less_than(all), a = less_than(all);
		need(q >= least, "R21: want squares that ascend");
		written[q / rows * across + q % rows] = (uint64_t)1 << (a / rows * across + a % rows);
	}
	if (kind == EXCEPT) left_out = less_than(count64(open) + 1);
	for (int i = 0, least = 0, x; i < left_out; i++, least = x + 1) {
		x = less_than(columns), below[i] = *p;
		need(x >= least && play(&below[i], (uint64_t)x), "R22: want columns with room that ascend");
		passed |= taken(&below[i]) & open;
	}
	policies++, positions = 65536;
	hold(p->stones[me].w[0], p->stones[!me].w[0], passed);
	for (int i = 0; i < left_out; i++) node(&below[i], r);
}

/* ---- pairs and threats in preventions: the position is the board in mind ---- */
static int other[SQUARES]; /* of a square in a pair of the node that is being read: the other one */
static Set read_pairs(const Position *p) { /* R27 */
	Set in = {{0}};
	for (int n = 2 * less_than(squares / 2 + 1), q, last = 0; n > 0; n--, last = q) {
		q = less_than(squares);
		need(is_free(p, q) && !has(&in, q), "R27: want an empty square that is in no other pair");
		add(&in, q);
		if (n % 2) other[q] = last, other[last] = q;
	}
	return in;
}
static bool covered(const Set *line, const Set *paired) {
	EACH(q, line) if (has(paired, q) && has(line, other[q])) return true;
	return false;
}
static Set lacks[LINES]; /* what each line lacks that counts and is not covered */
static int counting(const Position *p, const Set *paired) { /* R28, R31: returns how many there are */
	int n = 0;
	EACH_ALIVE(i, p) {
		Set line = lacking(p, i);
		bool idle = covered(&line, paired);
		for (int j = 0; j < n && !idle; j++) idle = within(&lacks[j], &line);
		if (idle) continue;
		int left = 0; /* of the lines before, those that this one does not make idle */
		for (int j = 0; j < n; j++) if (!within(&line, &lacks[j])) lacks[left++] = lacks[j];
		lacks[left] = line, n = left + 1;
	}
	return n;
}

static void zone(const Position *p, Reach *r) { /* R18, lemma 12; R31, lemmas 3 and 9 */
	Set open = without(without(every, &p->stones[0]), &p->stones[1]), answered = none, in_all = open;
	for (int m; (m = less_than(squares + 1) - 1) >= 0;) {
		need(has(&open, m), "R18, R31: want an empty square, once");
		drop(&open, m), add(&answered, m);
		Reach b = {none, none, 0};
		after(p, (uint64_t)m, &b);
		include(r, &b);
		if (sort == BY_LINES) add(&r->z, m);
		if (sort == BY_LINES) EACH_ALIVE(i, p) /* it disturbs the answer if it is short */
			if (size(without(lacking(p, i), &b.f)) <= b.n + 2) join(&b.z, &lines[i].all);
		cut(&in_all, &b.z);
	}
	need(next(&answered, 0) >= 0, "R18, R31: a zone without an answer");
	cut(&open, &in_all); /* what is not settled yet */
	need(sort == PREVENTION || next(&open, 0) < 0, "R18, R31: a move without an answer is in all zones");
	int n = next(&open, 0) < 0 ? 0 : counting(p, &none);
	EACH(q, &open) {
		Set as_good = answered;
		bool in = false;
		for (int i = 0; i < n; i++) if (has(&lacks[i], q)) cut(&as_good, &lacks[i]), in = true;
		need(!in || next(&as_good, 0) >= 0, "R31: a move in all zones has no answer, and no answered one is as good");
		if (in) add(&r->z, next(&as_good, 0));
	}
	r->n++;
}
#define ONE ((uint64_t)1 << 40) /* weights are times 2^40 */
static bool p_succeeds(uint64_t *sets, int n, bool q_moves) { /* R29, lemma 7; the sets that are left follow these */
	uint64_t only = UINT64_MAX, in = 0, sum = 0, at[64] = {0}; /* the weights of all sets, and of each square */
	for (int i = 0; i < n; i++) {
		if (!(sets[i] & (sets[i] - 1))) only &= sets[i]; /* the set has one square or none */
		sum += ONE >> count64(sets[i]), in |= sets[i];
		for (uint64_t s = sets[i]; s; s &= s - 1) at[lowest(s)] += ONE >> count64(sets[i]);
	}
	if (q_moves && (positions-- <= 0 || only != UINT64_MAX)) return false;
	in &= only;
	for (int i = 0; in && (q_moves || i < 4); i++) {
		int q = lowest(in), left = n; /* the heaviest square, of equal ones the one with the least number */
		for (uint64_t s = in; s; s &= s - 1) if (at[lowest(s)] > at[q]) q = lowest(s);
		uint64_t square = (uint64_t)1 << q;
		if (q_moves && sum + at[q] < ONE) return true;
		for (int j = 0; j < n; j++) if (q_moves || !(sets[j] & square)) sets[left++] = sets[j] & ~square;
		if (p_succeeds(sets + n, left - n, !q_moves) != q_moves) return !q_moves;
		in ^= square;
	}
	return q_moves;
}

static void leaf(const Position *p, Reach *r) { /* R28, lemma 2; R29 */
	static uint64_t sets[66 * LINES];
	uint64_t sum = 0, greatest = 0, at[SQUARES] = {0};
	Set paired = read_pairs(p), in = {{0}};
	int n = counting(p, &paired), count = 0;
	for (int i = 0; i < n; i++) {
		Set left = without(lacks[i], &paired);
		uint64_t weight = ONE >> size(left);
		sum += weight, sets[i] = 0;
		EACH(q, &left) if ((at[q] += weight) > greatest) greatest = at[q];
		join(&in, &left);
	}
	if (kind == REST) EACH(q, &in) { /* it gets the number count in the little game */
		need(count < 64, "R29: more than 64 squares");
		for (int i = 0; i < n; i++) sets[i] |= (uint64_t)has(&lacks[i], q) << count;
		count++;
	}
	positions = 1000;
	need(kind == REST ? p_succeeds(sets, n, true) : sum + greatest < ONE, "R28, R29: the pairs leave too much");
	join(&r->z, &in), join(&r->z, &paired);
}
static void aside(const Position *p, Reach *r) { /* R30, lemma 8 */
	Set paired = read_pairs(p), left = {{0}};
	Position c = *p;
	bool covers = false, gone_here[LINES];
	memcpy(gone_here, gone, sizeof gone);
	EACH_ALIVE(i, p) {
		Set line = lacking(p, i);
		gone[i] = covered(&line, &paired), covers |= gone[i];
		if (!gone[i]) join(&left, &line);
	}
	need(covers, "R30: the pairs cover no line");
	cut(&left, &paired);
	EACH(q, &left) need(!has(&left, other[q]), "R30: both squares of a pair are in lines that are left");
	join(&c.stones[!me], &left);
	node(&c, r);
	memcpy(gone, gone_here, sizeof gone);
	join(&r->z, &paired);
}
static void by_threat(const Position *p, Reach *r) { /* R33, R34, lemma 5 */
	int q = kind == FORCED ? less_than(squares) : -1, wanted = q < 0 ? 1 : 2;
	Set mine = p->stones[me];
	bool has_line = false;
	if (q >= 0) add(&mine, q);
	for (int i = 0; i < line_count; i++) has_line |= within(&lines[i].all, &mine);
	need(has_line, "R33, R34: P completes no line");
	if (q >= 0) after(p, (uint64_t)q, r), add(&r->z, q);
	EACH_ALIVE(i, p) {
		Set line = lacking(p, i), out = without(line, &r->z);
		if (q >= 0 && has(&line, q)) continue;
		need(size(line) >= wanted, "R33, R34: Q completes a line first");
		for (; size(line) - size(out) < wanted; out = without(out, &r->z)) add(&r->z, next(&out, 0));
	}
}

/* ---- the table of nodes, and the whole file ---- */
static const struct { void (*read)(const Position *, Reach *); int where, turn, numbered; } kinds[] = { /* R16, R17 */
	{end, ANY, P | Q, 0}, {move, ANY, P, 0}, {replies, STRATEGIES, Q, 1}, {see, ANY, Q, 0},
	{zone, BY_LINES | PREVENTIONS, Q, 1}, {leaf, PREVENTIONS, Q, 1}, {by_threat, WITH_THREATS, Q, 1},
	{by_threat, WITH_THREATS, Q, 1}, {replies, STRATEGIES, Q, 1}, {policy, COLUMNS, Q, 1}, {aside, PREVENTION, Q, 0},
	{leaf, PREVENTION, Q, 1}, {avoid, ROW_LOSES, P | Q, 0}, {mirror, ROW_LOSES, Q, 0}, {policy, COLUMNS, Q, 1},
	{NULL, PREVENTION, Q, 0}, {NULL, 0, 0, 0}, {NULL, PREVENTION, Q, 0}};
static void node(const Position *p, Reach *r) {
	size_t k = byte(), known = sizeof kinds / sizeof *kinds;
	Reach own = {none, none, 0};
	need(k < known && kinds[k].where & sort && kinds[k].turn & (p->turn == me ? P : Q), "R16: a node of a wrong kind");
	need(sort & PREVENTIONS || (k == END) == (p->over != GOING), "R16: an end is where the game is over");
	if (!kinds[k].read) stop(UNKNOWN, "R35: pairs are left out: it needs oxo verify --expand");
	kind = (int)k, nodes++;
	kinds[k].read(p, &own);
	if (kinds[k].numbered) keep(p, &own);
	include(r, &own);
}
static void read_part(int side) { /* R5, R6 */
	bool draw = result == DRAW, rows_win = line_count > 0 && !falls && !misere && !exact;
	need(number(1) == (uint64_t)side, "R5: want the part of the other side");
	int part = byte();
	need(part == 1 || (part > 1 && part <= 4 && rows_win && draw && !start.over), "R6: a part of a wrong kind");
	me = side, numbered = 0;
	sort = falls ? COLUMNS : rows_win && !draw ? BY_LINES : misere && !exact && draw ? ROW_LOSES : BY_RULES;
	if (part > 1) sort = part == 2 ? PREVENTION : WITH_THREATS;
	kept_sets = sort == BY_LINES ? 5 : sort == WITH_THREATS ? 4 : 3;
	if (part != 3) node(&start, &(Reach){none, none, 0});
	else need(side == 0 && !size(start.stones[0]), "R6: lemma 4 is for the first side, from the empty board");
}

int main(int count, char **arguments) {
	static char text[5][4098];
	static const char *const names[] = {"oxo certificate 1", "game ", "position ", "result ", "parts "};
	static const char *value[5], *const results[] = {"win", "draw", "loss"};
	if (count != 2 || !(file = fopen(file_name = arguments[1], "rb"))) stop(TROUBLE, "want one FILE that can be opened");
	for (int i = 0, n = 0; i < 5; i++, n = 0) { /* R1 */
		for (uint8_t b; (b = byte()) != '\n'; text[i][n++] = (char)b)
			need(n < 4096 && b >= 32 && b < 127, "R1 to R3: want a line of 4096 plain characters at most");
		value[i] = text[i];
		need(eat(&value[i], names[i]) && (i > 0 || !*value[i]), "R1: want the five lines, and version 1");
	}
	const char *name = value[1];
	bool sticks = eat(&name, "sticks:");
	falls = eat(&name, "connect4:");
	if (!sticks && !falls && !eat(&name, "mnk:")) stop(UNKNOWN, "this checker does not know the game");
	need(sticks ? sticks_name(name) : lines_name(name), "R2: want the full name of a game");
	for (int q = 0; q < squares; q++) add(&every, q);
	(sticks ? sticks_place : lines_place)(&start, value[2]);
	while (result <= LOSS && strcmp(value[3], results[result])) result++;
	need(result <= LOSS && !strcmp(value[4], result == DRAW ? "2" : "1"), "R4: want a result and its number of parts");
	if (result == DRAW) read_part(0), read_part(1);
	else read_part(result == WIN ? start.turn : !start.turn);
	uint64_t bits = offset * 8; /* R8, R9 */
	for (absorb(128); filled != 56;) absorb(0);
	for (int i = 56; i >= 0; i -= 8) absorb(bits >> i);
	for (int i = 0; i < 32; i++) need(byte() == (sha[i / 4] >> (24 - i % 4 * 8) & 255), "R8: another checksum");
	need(getc(file) == EOF, "R9: something follows the checksum");
	printf("%s\n%s\n%s to move: %s, proven\n%llu nodes, %llu bytes\n", value[1], value[2],
		start.turn ? "second" : "first", value[3], (unsigned long long)nodes, (unsigned long long)offset);
	return PROVEN;
}
