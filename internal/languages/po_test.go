package languages

import (
	"strings"
	"testing"
)

// TestForms: the formulas of languages with other forms than German choose as gettext does.
func TestForms(t *testing.T) {
	for _, c := range []struct{ language, formula, want string }{
		{"German", "nplurals=2; plural=(n != 1);", "0:1 1:0 2:1 11:1 21:1 101:1"},
		{"French", "nplurals=2; plural=(n > 1);", "0:0 1:0 2:1 101:1"},
		{"Polish", "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);", "0:2 1:0 2:1 5:2 12:2 22:1 112:2 122:1"},
		{"Latvian", "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n != 0 ? 1 : 2);", "0:2 1:0 2:1 11:1 21:0 111:1"},
		{"Japanese", "nplurals=1; plural=0;", "0:0 1:0 2:0"},
	} {
		table, err := forms(c.formula)
		if err != nil {
			t.Errorf("%s: %v", c.language, err)
			continue
		}
		for pair := range strings.FieldsSeq(c.want) {
			number, form, _ := strings.Cut(pair, ":")
			if n, ok := count(number); !ok || table[n:n+1] != form {
				t.Errorf("%s: %s has form %c: want %s", c.language, number, table[n], form)
			}
		}
	}
	for _, wrong := range []string{"", "nplurals=2;", "plural=(n", "plural=n +", "plural=m != 1", "plural=n ? 1"} {
		if table, err := forms(wrong); err == nil {
			t.Errorf("%q is read as %s", wrong, table)
		}
	}
}

// TestReadPO: continued texts, plurals, fuzzy messages, and other texts.
func TestReadPO(t *testing.T) {
	header, entries, err := readPO("# a catalogue\nmsgid \"\"\nmsgstr \"\"\n\"Language: xx\\n\"\n\n#, fuzzy\nmsgid \"a\"\nmsgstr \"b\"\n\nmsgid \"one\"\nmsgid_plural \"\"\n\"ma\"\n\"ny\"\nmsgstr[0] \"x\"\nmsgstr[1] \"y\"\n")
	if err != nil || header["Language"] != "xx" || len(entries) != 2 {
		t.Fatal(header, entries, err)
	}
	if e := entries[0]; !e.fuzzy || e.id != "a" || e.texts[0] != "b" {
		t.Errorf("%+v", e)
	}
	if e := entries[1]; e.fuzzy || e.many != "many" || len(e.texts) != 2 {
		t.Errorf("%+v", e)
	}
	for _, wrong := range []string{"", "msgid \"a\"\nmsgstr \"b\"\n", "msgctxt \"c\"\n", "msgid a\n", "\"text\"\n"} {
		if _, _, err := readPO(wrong); err == nil {
			t.Errorf("%q is read", wrong)
		}
	}
}
