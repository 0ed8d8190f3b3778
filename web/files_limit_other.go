//go:build !unix

package web

// mostConnections is how many connections the system allows; here there is no limit.
func mostConnections() int64 { return 1 << 20 }
