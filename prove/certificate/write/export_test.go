package write

// PassAll makes a writer pass by the last nodes of the notes, too. Then it knows less of them than if it had written them.
func (n *Notes) PassAll() { n.all = true }
