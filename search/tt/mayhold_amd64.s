//go:build !purego

#include "go_asm.h"
#include "textflag.h"

// DX and BX: the words of the key at SI, and R9 the place of its bucket, BX the other bits
// of the key, mixed as by mixPair and mix; R14 is used.
#define BUCKET \
	MOVQ  const_keysLo(SI), DX; \
	MOVQ  const_keysHi(SI), BX; \
	MOVQ  DX, R9; \
	SHRQ  $32, R9; \
	XORQ  DX, R9; \
	MOVQ  $const_stirBy, R14; \
	IMULQ R14, R9; \
	SHRXQ R10, R9, R9; \
	XORQ  R9, BX; \
	SHRXQ R11, BX, R9; \
	XORQ  R9, BX; \
	MOVQ  $const_mixBy, R14; \
	IMULQ R14, BX; \
	ANDQ  R12, BX; \
	SHRXQ R13, BX, R9; \
	SHLQ  $6, R9

// What BUCKET needs of a table at DI.
#define TABLE \
	MOVQ oneWord_slots(DI), R8; \
	MOVQ $64, R10; \
	SUBQ oneWord_keyBits(DI), R10; \
	MOVQ oneWord_half(DI), R11; \
	MOVQ oneWord_keyMask(DI), R12; \
	MOVQ oneWord_tagBits(DI), R13

// func fetchVectors(t *oneWord, keys *knowledge.Keys, n int)
TEXT ·fetchVectors(SB), NOSPLIT, $0-24
	MOVQ t+0(FP), DI
	MOVQ keys+8(FP), SI
	MOVQ n+16(FP), CX
	TABLE

next:
	BUCKET
	PREFETCHT0 (R8)(R9*1)
	ADDQ $8, SI
	DECQ CX
	JNZ  next
	RET

// func mayHoldVectors(t *oneWord, keys *knowledge.Keys, n int) uint64
//
// A bucket is compared as a whole, and nothing that is loaded decides a jump:
// so the buckets of all keys load at once. What another thread
// writes meanwhile may be seen in part; a probe of what is found sees it whole.
TEXT ·mayHoldVectors(SB), NOSPLIT, $0-32
	MOVQ         t+0(FP), DI
	MOVQ         keys+8(FP), SI
	MOVQ         n+16(FP), CX
	TABLE
	VPBROADCASTQ oneWord_tagShift(DI), Z2
	MOVQ         $1, R15                  // the bit of the key
	XORQ         AX, AX                   // the bits found

next:
	BUCKET
	ANDQ  oneWord_tagMask(DI), BX

	// K1 the words with the tag, K2 those with the low bits, four further on.
	VMOVDQU64    (R8)(R9*1), Z0
	VPSRLVQ      Z2, Z0, Z1
	VPBROADCASTQ BX, Z3
	VPCMPEQQ     Z3, Z1, K1
	VPBROADCASTQ DX, Z3
	VPCMPEQQ     Z3, Z0, K2
	KSHIFTRB     $const_pairs, K2, K2
	XORL         R9, R9
	KTESTB       K1, K2
	CMOVQNE      R15, R9
	ORQ          R9, AX
	SHLQ         $1, R15
	ADDQ         $8, SI
	DECQ         CX
	JNZ          next
	MOVQ         AX, ret+24(FP)
	VZEROUPPER
	RET
