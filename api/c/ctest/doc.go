// Package ctest tests the library for C: its tests build it, and programs in C that use it.
package ctest
