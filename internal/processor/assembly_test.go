//go:build !purego

package processor

const pureGo = false
