package main

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"fmt"
	"net/url"
	"os"
	"slices"
	"strings"
)

// manifest is imsmanifest.xml of SCORM 1.2 [ADL01].
type manifest struct {
	XMLName    xml.Name `xml:"http://www.imsproject.org/xsd/imscp_rootv1p1p2 manifest"`
	ADL        string   `xml:"xmlns:adlcp,attr"`
	Identifier string   `xml:"identifier,attr"`
	Version    string   `xml:"version,attr"`
	Schema     string   `xml:"metadata>schema"`
	Edition    string   `xml:"metadata>schemaversion"`

	Organizations organizations `xml:"organizations"`
	Resource      resource      `xml:"resources>resource"`
}

type organizations struct {
	Default      string `xml:"default,attr"`
	Organization struct {
		Identifier string `xml:"identifier,attr"`
		Title      string `xml:"title"`
		Item       struct {
			Identifier string `xml:"identifier,attr"`
			Resource   string `xml:"identifierref,attr"`
			Title      string `xml:"title"`
		} `xml:"item"`
	} `xml:"organization"`
}

type resource struct {
	Identifier string `xml:"identifier,attr"`
	Type       string `xml:"type,attr"`
	Scorm      string `xml:"adlcp:scormtype,attr"`
	Href       string `xml:"href,attr"`
	Files      []file `xml:"file"`
}

type file struct {
	Href string `xml:"href,attr"`
}

// start checks the parameters of an exercise, and returns its link.
func start(exercise string) (link, title string, err error) {
	q, err := url.ParseQuery(strings.TrimPrefix(strings.TrimPrefix(exercise, "#exercise"), "?"))
	kind := q.Get("kind")
	if err != nil || kind == "" || (q.Get("tree") == "") == (q.Get("exercise") == "") {
		return "", "", fmt.Errorf("-exercise %q: write what its link has after #exercise?, as in kind=alphabeta&exercise=3, or kind=minimax&tree=((3 5) (2 9))", exercise)
	}
	only := url.Values{"kind": {kind}, "embed": {"1"}}
	title = "oxo: " + kind
	for _, name := range []string{"exercise", "tree"} {
		if text := q.Get(name); text != "" {
			only.Set(name, text)
			title += " " + text
		}
	}
	return "#exercise?" + only.Encode(), title, nil
}

// writePackage writes a site as a package for a learning management system, which
// opens an exercise and receives its marks.
func writePackage(to, exercise string, files map[string][]byte) error {
	link, title, err := start(exercise)
	if err != nil {
		return err
	}
	var escaped bytes.Buffer
	if err := xml.EscapeText(&escaped, []byte(link)); err != nil {
		return err
	}
	index := files["index.html"]
	begin := append([]byte(`<meta name="oxo-start" content="`+escaped.String()+"\">\n"), []byte(`<meta name="oxo-engine"`)...)
	files["index.html"] = bytes.Replace(index, []byte(`<meta name="oxo-engine"`), begin, 1)
	defer func() { files["index.html"] = index }()
	names := []string{}
	for name := range files {
		if name != "sw.js" { // the system serves the files, and may serve another page at the same address tomorrow
			names = append(names, name)
		}
	}
	slices.Sort(names)
	m := manifest{ADL: "http://www.adlnet.org/xsd/adlcp_rootv1p2", Identifier: "oxo", Version: "1.0", Schema: "ADL SCORM", Edition: "1.2"}
	m.Organizations.Default = "exercises"
	o := &m.Organizations.Organization
	o.Identifier, o.Title, o.Item.Identifier, o.Item.Resource, o.Item.Title = "exercises", title, "exercise", "page", title
	m.Resource = resource{Identifier: "page", Type: "webcontent", Scorm: "sco", Href: "index.html"}
	for _, name := range names {
		m.Resource.Files = append(m.Resource.Files, file{name})
	}
	text, err := xml.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	return writeZip(to, append([]string{"imsmanifest.xml"}, names...), func(name string) []byte {
		if name == "imsmanifest.xml" {
			return append([]byte(xml.Header), text...)
		}
		return files[name]
	})
}

// writeZip writes files under their names.
func writeZip(to string, names []string, content func(name string) []byte) error {
	var all bytes.Buffer
	z := zip.NewWriter(&all)
	for _, name := range names {
		w, err := z.Create(name)
		if err == nil {
			_, err = w.Write(content(name))
		}
		if err != nil {
			return err
		}
	}
	if err := z.Close(); err != nil {
		return err
	}
	return os.WriteFile(to, all.Bytes(), 0o644)
}
