// Package processor reports the processor's features, for packages that have assembly
// as an alternative to Go. A binary runs on any processor: assembly for special
// features is selected when a game or a table is made.
//
// The build tag purego excludes all assembly, and the environment variable
// OXO_PUREGO, if not empty, disables it.
package processor

import "os"

// Vectors reports whether the processor has the 512-bit vectors that the assembly of
// this module uses, and the system saves them: AVX-512 F, DQ, BW, VBMI and VPOPCNTDQ,
// and BMI2.
func Vectors() bool { return os.Getenv("OXO_PUREGO") == "" && vectors() }
