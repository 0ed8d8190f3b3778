// Package processor says what the processor can do, to the packages that have
// functions in its own language beside those in Go. A binary runs anywhere: what
// is compiled for it alone is asked for here, when a game or a table is made.
//
// The build tag purego leaves all assembly out, and the environment variable
// OXO_PUREGO, if not empty, leaves it unused.
package processor

import "os"

// Vectors reports whether the processor has vectors of 512 bits, with all that
// the assembly of this module uses of them, and the system keeps them: AVX-512
// F, DQ, BW, VBMI and VPOPCNTDQ, and BMI2.
func Vectors() bool { return os.Getenv("OXO_PUREGO") == "" && vectors() }
