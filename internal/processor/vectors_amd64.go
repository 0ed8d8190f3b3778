package processor

// Vectors reports whether the processor has vectors of 512 bits, with all that
// the assembly of this module uses of them, and the system keeps them: AVX-512
// F, DQ, BW, VBMI and VPOPCNTDQ, and BMI2.
func Vectors() bool
