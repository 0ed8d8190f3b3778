// Package python has only tests: of the package oxo for Python in this folder, as its users install it.
package python
