//go:build !purego

#include "textflag.h"

// func vectors() bool
TEXT ·vectors(SB), NOSPLIT, $0-1
	MOVB $0, ret+0(FP)
	XORL AX, AX
	XORL CX, CX
	CPUID
	CMPL AX, $7
	JLT  no

	// The system keeps what is in the vectors when it stops a thread: XCR0
	// has bits for the halves that came one after another, and the masks.
	MOVL $1, AX
	XORL CX, CX
	CPUID
	BTL  $27, CX
	JCC  no
	XORL CX, CX
	XGETBV
	ANDL $0xE6, AX
	CMPL AX, $0xE6
	JNE  no

	// BMI2, F, DQ and BW in one word, VBMI and VPOPCNTDQ in the other.
	MOVL $7, AX
	XORL CX, CX
	CPUID
	ANDL $0x40030100, BX
	CMPL BX, $0x40030100
	JNE  no
	ANDL $0x00004002, CX
	CMPL CX, $0x00004002
	JNE  no
	MOVB $1, ret+0(FP)

no:
	RET
