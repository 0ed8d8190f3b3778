package cli

// outcome is "win", "draw" or "loss".
func (r *solution) outcome() string {
	if r.Value == nil {
		return r.Result
	}
	return r.Value.Score.Result()
}

// text is the value in words.
func (r *solution) text() string {
	if r.Value == nil {
		return r.Result
	}
	return r.Value.String()
}
