// Package javascript is the npm package oxo: its files, and a test that packs, installs and uses it as its users
// do. make npm writes the tarball into dist/. The engine is in the folder engine; docs/learn/javascript.md shows the
// package.
package javascript
