// Package use tests engines as they are used: searches of many games, one after another, on one searcher, one
// service, one server. It contains tests and nothing else.
package use
