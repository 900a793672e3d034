// Programs of Go in a layout that nobody would write: other blanks between tokens, line breaks where they were.
// In: JSON, a list of texts. Out: the same.
package main

import (
	"encoding/json"
	"go/scanner"
	"go/token"
	"math/rand"
	"os"
	"strings"
)

func main() {
	var texts []string
	if err := json.NewDecoder(os.Stdin).Decode(&texts); err != nil {
		panic(err)
	}
	rand.Seed(20261130)
	for at, text := range texts {
		texts[at] = relaid(text)
	}
	if err := json.NewEncoder(os.Stdout).Encode(texts); err != nil {
		panic(err)
	}
}

func relaid(text string) string {
	var scan scanner.Scanner
	files := token.NewFileSet()
	file := files.AddFile("a.go", -1, len(text))
	scan.Init(file, []byte(text), nil, scanner.ScanComments)
	var out strings.Builder
	end := 0
	for {
		place, kind, literal := scan.Scan()
		if kind == token.EOF {
			out.WriteString(text[end:])
			return out.String()
		}
		if kind == token.SEMICOLON && literal == "\n" {
			continue
		}
		start := file.Offset(place)
		// The length of a raw string or a comment without its carriage returns is not the one in the text.
		if start < end || strings.Contains(text, "\r") {
			return text
		}
		if literal == "" {
			literal = kind.String()
		}
		out.WriteString(gap(text[end:start], kind))
		out.WriteString(literal)
		end = start + len(literal)
	}
}

func gap(between string, next token.Token) string {
	// A directive stands at the beginning of its line.
	if between == "" || next == token.COMMENT || strings.TrimSpace(between) != "" {
		return between
	}
	lines := strings.Count(between, "\n")
	return strings.Repeat("\n", lines) + strings.Repeat(" ", rand.Intn(4)+1-min(lines, 1))
}

func min(one, other int) int {
	if one < other {
		return one
	}
	return other
}
