package api

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"

	"oxo"
	"oxo/game/board"
	"oxo/game/catalog"
	"oxo/prove/certificate"
	"oxo/prove/certificate/walk"
)

// Proved describes a checked certificate; Game is "" without one.
type Proved struct {
	Game     string   `json:"game" doc:"The full name of the game, or empty where there is no proof"`
	Position string   `json:"position" doc:"The position that the proof is of"`
	Result   string   `json:"result" enum:"win,draw,loss," doc:"What it is worth to the side to move"`
	Sentence string   `json:"sentence" doc:"What is proven, in words"`
	Sides    []string `json:"sides" enum:"first,second" doc:"The sides whose strategy can be walked"`
	Absent   string   `json:"absent" doc:"Why the other side of a draw has no moves to walk, or empty"`
	Checked
}

// Checked is the progress of a check.
type Checked struct {
	Bytes    int64 `json:"bytes" doc:"Bytes read"`
	Nodes    int   `json:"nodes"`
	Ends     int   `json:"ends" doc:"Leaves where the game is over"`
	Pairings int   `json:"pairings" doc:"Leaves by pairs of squares and the potential of lines"`
	Policies int   `json:"policies" doc:"Leaves at which a rule answers every reply"`
	Races    int   `json:"races" doc:"Leaves at which a pawn arrives first, whatever the other side does"`
	Shared   int   `json:"shared" doc:"Leaves that refer to an earlier node"`
}

func checked(r certificate.Report) Checked {
	return Checked{r.Bytes, r.Nodes, r.Ends, r.Pairings, r.Policies, r.Races, r.Shared}
}

// CheckProof checks a certificate, keeps it for walking, and reports its progress. A
// service has one certificate: set it before the first request, or from a single
// goroutine.
func (s *Service) CheckProof(in io.Reader, report func(Checked)) (*Proved, error) {
	s.proof = nil
	c, err := walk.Read(1, in, s.games.find, func(r certificate.Report) { report(checked(r)) })
	if err != nil {
		return nil, &Problem{Bad, err.Error()}
	}
	s.proof = c
	return proved(c), nil
}

// SetProof sets the certificate to walk. It must be called before the first request.
func (s *Service) SetProof(c *walk.Certificate) { s.proof = c }

// SetProofs sets the certificates that come with the page, by the names of their files. Each is checked when
// it is first asked for. It must be called before the first request.
func (s *Service) SetProofs(files map[string][]byte) {
	s.proofs = map[string]func() (*walk.Certificate, error){}
	for name, file := range files {
		s.proofs[name] = sync.OnceValues(func() (*walk.Certificate, error) { return walk.Read(1, bytes.NewReader(file), s.games.find, nil) })
	}
}

// ProofRequest names a certificate.
type ProofRequest struct {
	File string `json:"file,omitempty" query:"file" maxLength:"200" doc:"The file of a certificate that comes with the page, as in proofs/3x3.oxo; left out, the one that the server was started with"`
}

// certificate returns the certificate that a request names, or nil if the service has none.
func (s *Service) certificate(r ProofRequest) (*walk.Certificate, error) {
	if r.File == "" {
		return s.proof, nil
	}
	read, ok := s.proofs[r.File]
	if !ok {
		return nil, problemf(Unknown, "no proof %.40q comes with this page: want one of %s", r.File, strings.Join(slices.Sorted(maps.Keys(s.proofs)), ", "))
	}
	c, err := read()
	if err != nil {
		return nil, &Problem{Bad, err.Error()}
	}
	return c, nil
}

// Proof describes what a certificate proves.
func (s *Service) Proof(r ProofRequest) (*Proved, error) {
	c, err := s.certificate(r)
	if err != nil {
		return nil, err
	}
	return proved(c), nil
}

// proved describes what a certificate proves; nil proves nothing.
func proved(c *walk.Certificate) *Proved {
	if c == nil {
		return &Proved{Sides: []string{}}
	}
	p := &Proved{Game: c.Report.Game, Position: c.Report.Position, Result: c.Report.Result, Sides: []string{}, Checked: checked(c.Report)}
	for _, side := range c.Sides() {
		p.Sides = append(p.Sides, side.String())
	}
	turn := c.Start().Turn()
	mover, other := board.SideName(c.Game, turn), board.SideName(c.Game, turn.Opponent())
	switch p.Result {
	case "win":
		p.Sentence = fmt.Sprintf("%s is to move and wins, whatever %s does.", mover, other)
	case "loss":
		p.Sentence = fmt.Sprintf("%s is to move and loses: %s wins, whatever %s does.", mover, other, mover)
	default:
		p.Sentence = fmt.Sprintf("%s is to move, and it is a draw: each side can keep the other from winning.", mover)
		if len(p.Sides) == 1 {
			p.Absent = fmt.Sprintf("%s needs no moves here: an argument shows that it does not lose, since both sides want the same lines and it moves first.", mover)
		}
	}
	return p
}

// WalkRequest asks for a strategy's move in a position.
type WalkRequest struct {
	ProofRequest
	Side  string `json:"side,omitempty" query:"side" enum:"first,second" doc:"Whose strategy; left out, the first that there is"`
	Moves string `json:"moves,omitempty" query:"moves" maxLength:"20000" doc:"The moves from where the proof begins: any of the other side, and the strategy's own"`
}

// Walked is a strategy's statement about a position.
type Walked struct {
	State   *State   `json:"state"`
	Side    string   `json:"side" enum:"first,second" doc:"Whose strategy it is"`
	Mine    bool     `json:"mine" doc:"Whether that side is to move"`
	Reason  string   `json:"reason" enum:"written,partner,heaviest,completes,ends,stops,answers,above,room,holds,lightest,image,races,whichever,answered,zone,pairs,rest,forced,threat,policy,avoids,mirrors,faster,safe,finished" doc:"Why the step is enough"`
	Words   string   `json:"words" doc:"The same in a sentence"`
	Move    string   `json:"move" doc:"The strategy's move, or the other side's forced one, or empty"`
	Squares []int    `json:"squares" doc:"The squares that matter, in no pair"`
	Pairs   [][2]int `json:"pairs" doc:"The pairs of squares"`
	Replies []string `json:"replies" doc:"The other side's moves that have an answer of their own in the proof"`
}

// Walk follows a strategy of the certificate.
func (s *Service) Walk(r WalkRequest) (*Walked, error) {
	c, err := s.certificate(r.ProofRequest)
	if err != nil {
		return nil, err
	}
	if c == nil {
		return nil, problemf(Bad, "this server has no proof: start it with oxo serve --proof FILE")
	}
	side := c.Sides()[0]
	switch r.Side {
	case "":
	case "first", "second":
		side = map[string]oxo.Side{"first": oxo.First, "second": oxo.Second}[r.Side]
	default:
		return nil, problemf(Bad, "side %.20q: want first or second", r.Side)
	}
	w, err := c.Walk(side)
	if err != nil {
		return nil, bad(err)
	}
	pl, err := s.place(Place{Game: c.Report.Game, Position: c.Report.Position, Moves: r.Moves})
	if err != nil {
		return nil, err
	}
	for i, m := range pl.moves {
		if err := w.Make(m); err != nil {
			return nil, problemf(Bad, "move %d: %v", i+1, err)
		}
	}
	return walked(pl, w)
}

// walked describes a step.
func walked(pl *place, w *walk.Walker) (*Walked, error) {
	st, err := pl.state()
	if err != nil {
		return nil, err
	}
	step := w.Step()
	name := func(m oxo.Move) string { return pl.game.FormatMove(pl.p, m) }
	words := step.Words(func(m oxo.Move) string { return catalog.NameMove(pl.game, pl.p, m) })
	out := &Walked{
		State: st, Side: w.Side().String(), Mine: step.Mine, Reason: string(step.Reason), Words: strings.ToUpper(words[:1]) + words[1:] + ".",
		Squares: []int{}, Pairs: [][2]int{}, Replies: []string{},
	}
	squares := map[string]int{}
	for _, l := range st.Legal {
		if len(l.Squares) > 0 {
			squares[l.Move] = l.Squares[len(l.Squares)-1]
		}
	}
	if step.Mine || step.Reason == walk.Must || step.Reason == walk.Threatens {
		out.Move = name(step.Move)
	}
	if step.Reason == walk.Must {
		out.Replies = append(out.Replies, out.Move)
	}
	for _, m := range step.Zone {
		out.Replies = append(out.Replies, name(m))
	}
	for _, reply := range out.Replies {
		if sq, ok := squares[reply]; ok {
			out.Squares = append(out.Squares, sq)
		}
	}
	for _, pair := range step.Pairs {
		out.Pairs = append(out.Pairs, [2]int{squares[name(pair[0])], squares[name(pair[1])]})
	}
	return out, nil
}
