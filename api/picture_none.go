//go:build js && !picture

package api

// drawn refuses a request for a picture: the page draws its boards itself, and its engine is smaller without them. The
// build tag picture adds them.
func (*Service) drawn([]byte, func(event string, data any)) error {
	return problemf(Bad, "pictures are not made here")
}
