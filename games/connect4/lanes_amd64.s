//go:build !purego

#include "go_asm.h"
#include "textflag.h"

// The functions of lanes.go for all lanes at once, with the 512-bit vectors of
// AVX-512. A lane of a register is a column. The steps
// have the same numbers as there.
//
// A VPTERNLOGQ's number is the table of a function of three bits: with a for
// its last operand, b for the one before and c for the one before that,
//
//	a|b&c F8   a&(b|c) E0   a&^(b|c) 10   a&b&c 80   a|b|c FE   a&b&^c 40

// The shifts for the three directions across columns: once, twice, three times.
#define SHIFTS \
	VPBROADCASTQ (figures_shifts+0)(AX), Z16; \
	VPBROADCASTQ (figures_shifts+8)(AX), Z17; \
	VPBROADCASTQ (figures_shifts+16)(AX), Z18; \
	VPBROADCASTQ (figures_shifts+24)(AX), Z19; \
	VPBROADCASTQ (figures_shifts+32)(AX), Z20; \
	VPBROADCASTQ (figures_shifts+40)(AX), Z21; \
	VPBROADCASTQ (figures_shifts+48)(AX), Z22; \
	VPBROADCASTQ (figures_shifts+56)(AX), Z23; \
	VPBROADCASTQ (figures_shifts+64)(AX), Z24

// Z3 |= the squares that complete a line of Z1 along a direction; Z9 to Z14
// are used.
#define GAPS(D1, D2, D3) \
	VPSLLVQ    D1, Z1, Z9; \
	VPSLLVQ    D2, Z1, Z10; \
	VPSLLVQ    D3, Z1, Z11; \
	VPSRLVQ    D1, Z1, Z12; \
	VPSRLVQ    D2, Z1, Z13; \
	VPSRLVQ    D3, Z1, Z14; \
	VPTERNLOGQ $0xE0, Z11, Z12, Z10; \
	VPTERNLOGQ $0xE0, Z9, Z14, Z13; \
	VPTERNLOGQ $0xF8, Z9, Z10, Z3; \
	VPTERNLOGQ $0xF8, Z12, Z13, Z3

// TO = the first squares of the fours of FROM along a direction across columns.
#define ALONG(D1, D2, FROM, TO) \
	VPSRLVQ D1, FROM, TO; \
	VPANDQ  FROM, TO, TO; \
	VPSRLVQ D2, TO, Z9; \
	VPANDQ  Z9, TO, TO

// FOURS &= the first squares of the fours that have at least two stones of Z1;
// Z9, Z10 and Z11 have their other three squares; Z12 to Z14 are used.
#define TWOFOLD(FOURS) \
	VPANDQ     Z1, Z9, Z12; \
	VPORQ      Z1, Z9, Z13; \
	VPORQ      Z10, Z11, Z14; \
	VPTERNLOGQ $0xF8, Z10, Z11, Z12; \
	VPTERNLOGQ $0xF8, Z13, Z14, Z12; \
	VPANDQ     Z12, FOURS, FOURS

// Z31 += how many fours of Z6 along a direction across columns have two stones of
// Z1, at least; Z7 to Z14 are used.
#define TWOS(D1, D2, D3) \
	ALONG(D1, D2, Z6, Z7); \
	VPSRLVQ  D1, Z1, Z9; \
	VPSRLVQ  D2, Z1, Z10; \
	VPSRLVQ  D3, Z1, Z11; \
	TWOFOLD(Z7); \
	VPOPCNTQ Z7, Z7; \
	VPADDQ   Z7, Z31, Z31

// TO = those of fours in a column.
#define UPWARD(FROM, TO) \
	VPSRLQ $1, FROM, TO; \
	VPANDQ FROM, TO, TO; \
	VPSRLQ $2, TO, Z9; \
	VPANDQ Z9, TO, TO

// Z31 = how many fours FROM has in all directions, Z30 = where they begin.
#define LINES(FROM) \
	UPWARD(FROM, Z30); \
	ALONG(Z16, Z17, FROM, Z29); \
	ALONG(Z19, Z20, FROM, Z28); \
	ALONG(Z22, Z23, FROM, Z10); \
	VPOPCNTQ   Z30, Z31; \
	VPOPCNTQ   Z29, Z9; \
	VPADDQ     Z9, Z31, Z31; \
	VPOPCNTQ   Z28, Z9; \
	VPADDQ     Z9, Z31, Z31; \
	VPOPCNTQ   Z10, Z9; \
	VPADDQ     Z9, Z31, Z31; \
	VPTERNLOGQ $0xFE, Z29, Z28, Z30; \
	VPORQ      Z10, Z30, Z30

// K6 |= the lanes of K2 that have single squares, Z11, and without them no line
// in Z7.
#define SPEAKS \
	VPTESTMQ   Z11, Z11, K2, K3; \
	VPANDNQ    Z7, Z11, Z7; \
	UPWARD(Z7, Z10); \
	ALONG(Z16, Z17, Z7, Z11); \
	ALONG(Z19, Z20, Z7, Z12); \
	VPTERNLOGQ $0xFE, Z11, Z12, Z10; \
	ALONG(Z22, Z23, Z7, Z11); \
	VPORQ      Z10, Z11, Z10; \
	VPTESTNMQ  Z10, Z10, K3, K3; \
	KORW       K3, K6, K6

// ACC |= the squares of the fours of FROM along a direction; T and U are used.
#define FOURS(D1, D2, FROM, ACC, T, U) \
	VPSRLVQ    D1, FROM, T; \
	VPANDQ     FROM, T, T; \
	VPSRLVQ    D2, T, U; \
	VPANDQ     U, T, T; \
	VPSLLVQ    D1, T, U; \
	VPORQ      U, T, T; \
	VPSLLVQ    D2, T, U; \
	VPTERNLOGQ $0xFE, T, U, ACC

// TO = the squares of the fours of FROM in a column; Z8 and Z9 are used.
#define UPWARDFOURS(FROM, TO) \
	UPWARD(FROM, Z8); \
	VPADDQ Z8, Z8, Z9; \
	VPORQ  Z9, Z8, Z8; \
	VPSLLQ $2, Z8, Z9; \
	VPORQ  Z9, Z8, TO

// TO = the squares above those of FROM, and bits above the board; Z27 is the
// spare row.
#define ABOVE(FROM, TO) \
	VPSUBQ FROM, Z27, TO; \
	VPANDQ FROM, TO, TO; \
	VPADDQ TO, TO, TO; \
	VPSUBQ TO, Z27, TO

// func judgeVectors(f *figures, st *state, w *weights, stop bool, to *lanes, more *working)
TEXT ·judgeVectors(SB), NOSPLIT, $0-48
	PCALIGN $64
	MOVQ f+0(FP), AX
	MOVQ st+8(FP), BX
	MOVQ w+16(FP), CX
	MOVQ to+32(FP), DX
	MOVQ more+40(FP), SI
	SHIFTS
	VPBROADCASTQ figures_board(AX), Z25
	VPBROADCASTQ figures_claimed(AX), Z26
	VPBROADCASTQ figures_spare(AX), Z27

	// 1. Z0 the stone, Z1 own, Z2 empty, Z3 winning, Z4 next; K1 the lanes.
	VPBROADCASTQ state_safe(BX), Z0
	VPANDQ       figures_squares(AX), Z0, Z0
	VPTESTMQ     Z0, Z0, K1
	VPBROADCASTQ state_mover(BX), Z5
	VPBROADCASTQ state_follower(BX), Z6
	VPORQ        Z5, Z0, Z1
	VPORQ        Z5, Z6, Z6
	VPBROADCASTQ figures_bottom(AX), Z4
	VPADDQ       Z6, Z4, Z4
	VPADDQ       Z0, Z4, Z4
	VPANDQ       Z25, Z4, Z4
	VMOVDQA64    Z25, Z2
	VPTERNLOGQ   $0x10, Z6, Z0, Z2
	VPADDQ       Z1, Z1, Z3
	VPADDQ       Z3, Z3, Z9
	VPADDQ       Z9, Z9, Z10
	VPTERNLOGQ   $0x80, Z9, Z10, Z3
	GAPS(Z16, Z17, Z18)
	GAPS(Z19, Z20, Z21)
	GAPS(Z22, Z23, Z24)
	VPANDQ       Z2, Z3, Z3

	// 2. Z8 safe; K4 lost, K5 many.
	VPTERNLOGD $0xFF, Z28, Z28, Z28
	VPSRLQ     $1, Z3, Z8
	VPANDNQ    Z4, Z8, Z8
	VPANDQ     Z3, Z4, Z9
	VPTESTMQ   Z9, Z9, K2
	VPANDQ     Z9, Z8, K2, Z8
	VPADDQ     Z28, Z9, Z10
	VPTESTMQ   Z9, Z10, K3
	VPXORQ     Z8, Z8, K3, Z8
	VPTESTNMQ  Z8, Z8, K1, K4
	VPADDQ     Z28, Z8, Z10
	VPTESTMQ   Z8, Z10, K1, K5
	VMOVDQU64  Z3, lanes_wins(DX)
	VMOVDQU64  Z8, lanes_safe(DX)
	VPBROADCASTQ figures_open(AX), Z9
	VMOVDQU64  Z9, lanes_bounds(DX)
	KMOVW      K1, R9
	MOVW       R9, working_moves(SI)
	KMOVW      K4, R8
	MOVW       R8, working_lost(SI)
	TESTB      $1, stop+24(FP)
	JZ         order
	TESTL      R8, R8
	JNZ        done

order:
	// 3. Z15 the order, K6 the lanes for the rules.
	VPOPCNTQ     Z3, Z9
	VPBROADCASTQ weights_good(CX), Z10
	VPANDQ       Z3, Z10, Z10
	VPOPCNTQ     Z10, Z10
	VPSLLQ       $16, Z10, Z10
	VPORQ        Z9, Z10, Z9
	VPBROADCASTQ weights_wins(CX), Z10
	VPMADDWD     Z9, Z10, Z9
	VPADDD       figures_centre(AX), Z9, Z15
	CMPQ         weights_even(CX), $0
	JEQ          odd

	// Z7 what the claims, Z12, leave.
	VMOVDQA64    Z26, Z12
	VPTERNLOGQ   $0x40, Z4, Z2, Z12
	VPANDQ       Z3, Z12, Z13
	ABOVE(Z13, Z9)
	VMOVDQA64    Z25, Z7
	VPTERNLOGQ   $0x10, Z1, Z12, Z7
	VPANDNQ      Z7, Z9, Z7
	LINES(Z7)
	KMOVW        K1, K2
	VPTESTNMQ    Z30, Z30, K2, K6
	VMOVDQA64    Z7, Z11
	VPTERNLOGQ   $0x80, Z4, Z26, Z11
	SPEAKS
	// The lanes with targets, Z6, in two columns: outside that of the lowest, Z12.
	VMOVDQA64    Z3, Z6
	VPTERNLOGQ   $0x10, Z4, Z26, Z6
	VPXORQ       Z9, Z9, Z9
	VPSUBQ       Z6, Z9, Z12
	VPANDQ       Z6, Z12, Z12
	VPADDQ       Z25, Z12, Z13
	VPANDQ       Z27, Z13, Z13
	VPSRLVQ      Z16, Z13, Z10
	VPSUBQ       Z10, Z13, Z13
	VPANDNQ      Z6, Z13, Z6
	VPTESTMQ     Z6, Z6, K1, K3
	KORW         K3, K6, K6
	VPSLLQ       $16, Z31, Z9
	JMP          both

	PCALIGN $64
odd:
	// Z6 the targets, Z5 the fewest lines that one leaves.
	KXORW        K6, K6, K6
	VPBROADCASTQ figures_few(AX), Z5
	VMOVDQA64    Z3, Z6
	VPTERNLOGQ   $0x10, Z4, Z26, Z6
	VPTESTMQ     Z6, Z6, K1, K7
	KTESTW       K7, K7
	JEQ          stacks

	PCALIGN $64
target:
	// Z12 the target, Z13 its column, Z14 parity, Z12 claims, Z13 threats.
	KMOVW        K7, K2
	VPXORQ       Z9, Z9, Z9
	VPSUBQ       Z6, Z9, Z12
	VPANDQ       Z6, Z12, Z12
	VPANDNQ      Z6, Z12, Z6
	VPADDQ       Z25, Z12, Z13
	VPANDQ       Z27, Z13, Z13
	VPSRLVQ      Z16, Z13, Z10
	VPSUBQ       Z10, Z13, Z13
	VPXORQ       Z26, Z13, Z14
	VPSUBQ       Z12, Z9, Z10
	VPANDQ       Z10, Z13, Z13
	VPTERNLOGQ   $0xFE, Z12, Z4, Z13
	VPANDQ       Z2, Z14, Z10
	VPANDNQ      Z10, Z13, Z10
	VPANDQ       Z3, Z10, Z13
	VPORQ        Z12, Z13, Z13
	VPORQ        Z12, Z10, Z12
	ABOVE(Z13, Z9)
	VMOVDQA64    Z25, Z7
	VPTERNLOGQ   $0x10, Z1, Z12, Z7
	VPANDNQ      Z7, Z9, Z7
	LINES(Z7)
	VPMINUQ      Z31, Z5, K2, Z5
	VPTESTNMQ    Z30, Z30, K2, K3
	KORW         K3, K6, K6
	VMOVDQA64    Z7, Z11
	VPTERNLOGQ   $0x80, Z4, Z14, Z11
	SPEAKS
	VPTESTMQ     Z6, Z6, K1, K7
	KTESTW       K7, K7
	JNE          target

stacks:
	// The lanes in which the side to move has no line left, near the end.
	CMPQ         weights_early(CX), $0
	JNE          doubles
	VPANDNQ      Z25, Z1, Z7
	UPWARD(Z7, Z10)
	ALONG(Z16, Z17, Z7, Z11)
	ALONG(Z19, Z20, Z7, Z12)
	VPTERNLOGQ   $0xFE, Z11, Z12, Z10
	ALONG(Z22, Z23, Z7, Z11)
	VPORQ        Z10, Z11, Z10
	VPTESTNMQ    Z10, Z10, K1, K3
	KORW         K3, K6, K6

doubles:
	VPADDQ       Z3, Z3, Z9
	VPANDQ       Z3, Z9, Z9
	VPOPCNTQ     Z9, Z9
	VPSLLQ       $16, Z5, Z5
	VPORQ        Z5, Z9, Z9

both:
	VPBROADCASTQ weights_lines(CX), Z10
	VPMADDWD     Z9, Z10, Z9
	VPADDD       Z9, Z15, Z15
	KANDNW       K6, K4, K6
	KANDNW       K1, K5, K7
	VPBROADCASTQ weights_forced(CX), Z10
	VPADDQ       Z10, Z15, K7, Z15
	VPOPCNTQ     Z8, Z9
	VPBROADCASTQ weights_replies(CX), Z10
	VPMADDWD     Z9, Z10, Z9
	VPADDD       Z9, Z15, Z15
	VPBROADCASTQ state_moverWins(BX), Z9
	VPSRLQ       $1, Z9, Z9
	VPTESTMQ     Z9, Z0, K7
	VPBROADCASTQ weights_under(CX), Z10
	VPADDQ       Z10, Z15, K7, Z15
	CMPQ         weights_early(CX), $0
	JEQ          listed

	// Z8 the lines of the other side, Z31 one's own that the stone is not in.
	VPANDNQ      Z25, Z1, Z7
	LINES(Z7)
	VMOVDQA64    Z31, Z8
	VPBROADCASTQ state_follower(BX), Z6
	VPANDNQ      Z25, Z6, Z6
	VPANDNQ      Z6, Z0, Z7
	LINES(Z7)
	VPSLLQ       $16, Z31, Z31
	VPORQ        Z31, Z8, Z9
	VPBROADCASTQ weights_open(CX), Z10
	VPMADDWD     Z9, Z10, Z9
	VPADDD       Z9, Z15, Z15

	// Z31 one's own with two stones.
	UPWARD(Z6, Z7)
	VPSRLQ     $1, Z1, Z9
	VPSRLQ     $2, Z1, Z10
	VPSRLQ     $3, Z1, Z11
	TWOFOLD(Z7)
	VPOPCNTQ   Z7, Z31
	TWOS(Z16, Z17, Z18)
	TWOS(Z19, Z20, Z21)
	TWOS(Z22, Z23, Z24)
	VPBROADCASTQ weights_twos(CX), Z10
	VPMADDWD     Z31, Z10, Z9
	VPADDD       Z9, Z15, Z15

listed:
	VMOVDQU64 Z15, working_order(SI)
	KMOVW     K6, R8
	MOVW      R8, working_rule(SI)
	KMOVW     K5, R8
	MOVW      R8, working_many(SI)

done:
	VZEROUPPER
	RET

// func keyVectors(f *figures, st *state, to *lanes, more *working, use knowledge.KeyUse, keys *knowledge.Keys)
TEXT ·keyVectors(SB), NOSPLIT, $0-48
	PCALIGN $64
	MOVQ f+0(FP), AX
	MOVQ st+8(FP), BX
	MOVQ to+16(FP), DX
	MOVQ more+24(FP), SI
	SHIFTS
	VPBROADCASTQ figures_board(AX), Z25
	VPBROADCASTQ figures_bottom(AX), Z26
	VPBROADCASTQ figures_spare(AX), Z27

	// Z1 follower, Z2 mask, Z3 losses, Z5 mover, Z7 wins.
	VPBROADCASTQ state_safe(BX), Z0
	VPANDQ       figures_squares(AX), Z0, Z0
	VPBROADCASTQ state_mover(BX), Z1
	VPORQ        Z1, Z0, Z1
	VPBROADCASTQ state_follower(BX), Z5
	VPORQ        Z1, Z5, Z2
	VPBROADCASTQ state_followerWins(BX), Z7
	VPANDNQ      Z7, Z0, Z7
	VMOVDQU64    lanes_wins(DX), Z3

	// 1. Z4 the squares in lines of the mover, Z6 in lines of the follower.
	VPADDQ     Z7, Z7, Z9
	VPADDQ     Z3, Z3, Z10
	VPANDQ     Z3, Z10, Z10
	VPTERNLOGQ $0xF8, Z7, Z9, Z10
	VPTERNLOGQ $0xF8, Z7, Z3, Z10
	ABOVE(Z10, Z11)
	VPORQ      Z1, Z7, Z8
	VPORQ      Z5, Z3, Z9
	VMOVDQA64  Z25, Z12
	VPTERNLOGQ $0x10, Z8, Z11, Z12
	VMOVDQA64  Z25, Z13
	VPTERNLOGQ $0x10, Z9, Z11, Z13
	VPANDNQ    Z7, Z11, Z7
	VPANDNQ    Z3, Z11, Z3
	UPWARDFOURS(Z12, Z4)
	UPWARDFOURS(Z13, Z6)
	FOURS(Z16, Z17, Z12, Z4, Z8, Z9)
	FOURS(Z16, Z17, Z13, Z6, Z10, Z11)
	FOURS(Z19, Z20, Z12, Z4, Z14, Z15)
	FOURS(Z19, Z20, Z13, Z6, Z28, Z29)
	FOURS(Z22, Z23, Z12, Z4, Z30, Z31)
	FOURS(Z22, Z23, Z13, Z6, Z8, Z9)

	// 2. Z10 the idle squares.
	VMOVDQA64  Z4, Z8
	VPTERNLOGQ $0xFE, Z6, Z7, Z8
	VPORQ      Z3, Z8, Z8
	VPANDNQ    Z8, Z2, Z8
	VPADDQ     Z25, Z8, Z8
	VPANDQ     Z27, Z8, Z8
	VPSRLVQ    Z16, Z8, Z9
	VPSUBQ     Z9, Z8, Z8
	VPADDQ     Z26, Z2, Z10
	VPANDQ     Z25, Z10, Z10
	VPANDNQ    Z10, Z8, Z10
	ABOVE(Z10, Z9)
	VPANDQ     Z25, Z9, Z9
	VPORQ      Z9, Z10, Z10

	// None if the key has no room for their number.
	VPOPCNTQ     Z10, Z9
	VPCMPUQ.BCST $2, figures_maxIdle(AX), Z9, K2
	VMOVDQA64.Z  Z10, K2, Z10
	VPORQ        Z10, Z2, Z2

	// 3. The words, Z11 and Z12, and Z13 and Z14 of the mirror image.
	VPANDQ     Z4, Z5, Z8
	VPANDQ     Z6, Z1, Z9
	VPADDQ     Z26, Z2, Z15
	VPADDQ     Z7, Z7, Z11
	VPTERNLOGQ $0xFE, Z9, Z15, Z11
	VPTERNLOGQ $0x10, Z8, Z9, Z2
	VPADDQ     Z3, Z3, Z12
	VPTERNLOGQ $0xFE, Z2, Z15, Z12

	VPBROADCASTQ     (figures_turn+0)(AX), Z8
	VPMULTISHIFTQB   Z11, Z8, Z13
	VPMULTISHIFTQB   Z12, Z8, Z14
	VPANDQ.BCST      (figures_turned+0)(AX), Z13, Z13
	VPANDQ.BCST      (figures_turned+0)(AX), Z14, Z14
	VPBROADCASTQ     (figures_turn+8)(AX), Z8
	VPMULTISHIFTQB   Z11, Z8, Z9
	VPMULTISHIFTQB   Z12, Z8, Z15
	VPTERNLOGQ.BCST  $0xF8, (figures_turned+8)(AX), Z9, Z13
	VPTERNLOGQ.BCST  $0xF8, (figures_turned+8)(AX), Z15, Z14
	VPBROADCASTQ     (figures_turn+16)(AX), Z8
	VPMULTISHIFTQB   Z11, Z8, Z9
	VPMULTISHIFTQB   Z12, Z8, Z15
	VPTERNLOGQ.BCST  $0xF8, (figures_turned+16)(AX), Z9, Z13
	VPTERNLOGQ.BCST  $0xF8, (figures_turned+16)(AX), Z15, Z14

	VPCMPUQ      $1, Z11, Z13, K2
	VPCMPEQQ     Z11, Z13, K3
	VPCMPUQ      $1, Z12, Z14, K3, K4
	KORW         K2, K4, K2
	VMOVDQA64    Z13, K2, Z11
	VMOVDQA64    Z14, K2, Z12
	VPBROADCASTQ figures_keyBits(AX), Z8
	VPBROADCASTQ figures_restBits(AX), Z9
	VPOPCNTQ     Z10, Z10
	VPSLLVQ      Z8, Z10, Z10
	VPORQ        Z10, Z12, Z12
	VPSLLVQ      Z8, Z12, Z13
	VPORQ        Z13, Z11, Z11
	VPSRLVQ      Z9, Z12, Z12

	// 4. The lanes of the moves, side by side: a byte each of what is a bit.
	MOVQ         keys+40(FP), DI
	MOVWLZX      working_moves(SI), R9
	MOVWLZX      working_many(SI), R10
	KMOVW        R9, K1
	VPCOMPRESSQ  Z11, K1, Z11
	VPCOMPRESSQ  Z12, K1, Z12
	VMOVDQU64    Z11, const_keysLo(DI)
	VMOVDQU64    Z12, const_keysHi(DI)
	KMOVW        K2, R8
	MOVQ         $0x0101010101010101, R11
	PEXTL        R9, R8, R8
	PDEPQ        R11, R8, R8
	MOVQ         R8, const_keysSymmetry(DI)
	PEXTL        R9, R10, R10
	PDEPQ        R11, R10, R10
	MOVBLZX      use+32(FP), R8
	SUBL         $const_none, R8
	IMULQ        R8, R10
	IMULQ        $const_none, R11
	ADDQ         R11, R10
	MOVQ         R10, const_keysUse(DI)
	VZEROUPPER
	RET
