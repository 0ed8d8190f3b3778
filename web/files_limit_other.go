//go:build !unix

package web

// maxConnections is the number of connections that the system allows; here there is
// no limit.
func maxConnections() int64 { return 1 << 20 }
