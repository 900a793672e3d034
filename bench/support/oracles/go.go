// What Go's own parser makes of programs, without places. In: JSON, a list of texts. Out: a list of texts, null = no program.
package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"os"
	"reflect"
	"sort"
	"strings"
)

func main() {
	var texts []string
	if err := json.NewDecoder(os.Stdin).Decode(&texts); err != nil {
		panic(err)
	}
	meanings := make([]*string, len(texts))
	for at, text := range texts {
		file, err := parser.ParseFile(token.NewFileSet(), "a.go", text, parser.SkipObjectResolution)
		if err == nil {
			meaning := shown(reflect.ValueOf(file))
			meanings[at] = &meaning
		}
	}
	if err := json.NewEncoder(os.Stdout).Encode(meanings); err != nil {
		panic(err)
	}
}

// Places say something in two fields only: whether there is `...`, and whether a type is an alias.
var flags = map[string]bool{"Ellipsis": true, "Assign": true}

// The order of imports means nothing; the others stand in the tree a second time.
var skipped = map[string]bool{"Comments": true, "Doc": true, "Comment": true, "Unresolved": true, "Imports": true, "Obj": true, "Scope": true}

func shown(value reflect.Value) string {
	switch value.Kind() {
	case reflect.Interface, reflect.Pointer:
		if value.IsNil() {
			return "nil"
		}
		return node(value.Interface(), value.Elem())
	case reflect.Slice:
		parts := []string{}
		for at := 0; at < value.Len(); at++ {
			if part := shown(value.Index(at)); part != "empty" {
				parts = append(parts, part)
			}
		}
		if strings.HasPrefix(value.Type().String(), "[]ast.Spec") && len(parts) > 0 && strings.HasPrefix(parts[0], "(ImportSpec") {
			sort.Strings(parts)
		}
		return "[" + strings.Join(parts, " ") + "]"
	case reflect.Struct:
		return fields(value)
	default:
		return fmt.Sprint(value.Interface())
	}
}

func node(found any, value reflect.Value) string {
	switch one := found.(type) {
	case *ast.ParenExpr:
		return shown(reflect.ValueOf(one.X))
	case *ast.BasicLit:
		read := constant.MakeFromLiteral(one.Value, one.Kind, 0)
		return one.Kind.String() + " " + read.ExactString()
	case *ast.EmptyStmt:
		return "empty"
	}
	return shown(value)
}

func fields(value reflect.Value) string {
	parts := []string{value.Type().Name()}
	for at := 0; at < value.NumField(); at++ {
		name := value.Type().Field(at).Name
		if place, isPlace := value.Field(at).Interface().(token.Pos); isPlace {
			if flags[name] {
				parts = append(parts, fmt.Sprint(name, place.IsValid()))
			}
		} else if !skipped[name] {
			parts = append(parts, name+":"+shown(value.Field(at)))
		}
	}
	return "(" + strings.Join(parts, " ") + ")"
}
