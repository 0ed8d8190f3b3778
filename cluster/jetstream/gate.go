package jetstream

import (
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"

	"oxo/cluster"

	"github.com/nats-io/nats-server/v2/server"
)

// gate admits clients to the embedded server: it implements [server.Authentication].
// Each client has a key pair, signs the server's first message, and gets its own
// subjects by that key. Clients have no right to JetStream: the server writes a reply
// to any subject that a request names, so a client with access to JetStream could
// have everything overwritten or erased.
type gate struct {
	key    string // of the hub's own user
	token  string // of workers; if orders is empty, every client has both rights
	orders string // of clients that give orders
}

// hubUser is the user of the hub itself.
const hubUser = "hub"

// connecting is the purpose of a client's signature.
const connecting = "connect"

// Check implements [server.Authentication].
func (g *gate) Check(c server.ClientAuthentication) bool {
	o := c.GetOpts()
	if c.Kind() != server.CLIENT {
		return false
	}
	if o.Username == hubUser {
		if !same(o.Password, g.key) {
			return false
		}
		c.RegisterUser(&server.User{Username: hubUser})
		return true
	}
	key, err := hex.DecodeString(o.Username)
	seal, wrong := base64.RawURLEncoding.DecodeString(o.Sig)
	if err != nil || wrong != nil || !cluster.Verify(key, connecting, c.GetNonce(), seal) {
		return false
	}
	open := g.token == "" && g.orders == ""
	works, gives := open || same(o.Token, g.token), open || same(o.Token, g.orders)
	if !works && !gives {
		return false
	}
	name := hex.EncodeToString(key)
	c.RegisterUser(&server.User{Username: name, Permissions: rights(name, works, gives)})
	return true
}

// same compares a secret, which must not be empty.
func same(given, want string) bool {
	return want != "" && subtle.ConstantTimeCompare([]byte(given), []byte(want)) == 1
}

// rights returns the rights of a client on a server.
func rights(name string, works, gives bool) *server.Permissions {
	publish, subscribe := []string{}, []string{inboxSubject + name + ".>"}
	if works {
		publish, subscribe = append(publish, callSubject+name+".*", tellSubject), append(subscribe, tellSubject)
	}
	if gives {
		publish = append(publish, orderSubject+name+".*")
	}
	return &server.Permissions{Publish: &server.SubjectPermission{Allow: publish}, Subscribe: &server.SubjectPermission{Allow: subscribe}}
}
