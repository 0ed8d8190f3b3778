// Package docs tests that the documents agree with the programs: sessions are run, links have
// targets, papers are listed. It contains only tests.
package docs
