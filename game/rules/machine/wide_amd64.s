//go:build !purego

#include "textflag.h"

// func wideVectors(truth *WideSet, heads *wideHead, n int, sizes *int32, body *gdl.Literal)
//
// DI truth, R9 head, R10 heads left, R8 sizes, SI literals. The sizes and literals of the heads follow each other.
TEXT ·wideVectors(SB), NOSPLIT, $0-40
	MOVQ truth+0(FP), DI
	MOVQ heads+8(FP), R9
	MOVQ n+16(FP), R10
	MOVQ sizes+24(FP), R8
	MOVQ body+32(FP), SI
	MOVL 8(R9), AX
	LEAQ (R8)(AX*4), R8
	MOVL 12(R9), AX
	LEAQ (SI)(AX*4), SI

head:
	VPXORQ Z1, Z1, Z1              // the lanes in which a rule holds
	MOVL   4(R9), BX               // rules
	TESTL  BX, BX
	JZ     store

rule:
	VPTERNLOGQ $0xFF, Z2, Z2, Z2   // the lanes in which all literals are true: all
	MOVL       (R8), CX            // literals
	ADDQ       $4, R8
	TESTL      CX, CX
	JZ         holds

literal:
	MOVL         (SI), DX          // twice its atom, plus one if it is negated
	ADDQ         $4, SI
	MOVL         DX, R11
	ANDL         $1, R11
	NEGQ         R11
	VPBROADCASTQ R11, Z3
	SHRQ         $1, DX
	SHLQ         $6, DX
	VPXORQ       (DI)(DX*1), Z3, Z3
	VPANDQ       Z3, Z2, Z2
	DECL         CX
	JNZ          literal

holds:
	VPORQ Z2, Z1, Z1
	DECL  BX
	JNZ   rule

store:
	MOVL      (R9), AX
	SHLQ      $6, AX
	VMOVDQU64 Z1, (DI)(AX*1)
	ADDQ      $16, R9
	DECQ      R10
	JNZ       head
	VZEROUPPER
	RET
