// Package imports tests the order of the packages: imports only go down. It contains only tests.
package imports
