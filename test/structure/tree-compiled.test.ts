import { describe, expect, test } from 'vitest'
import { classify } from '../../src/structure/classify.ts'
import { structure } from './corpus.ts'
import { expectOther, expectSame, importsOf, unitsOf } from './tree-samples.ts'

async function classes(path: string, before: string, after: string): Promise<string[]> {
  const sides = { before: await structure(before, path), after: await structure(after, path) }
  return classify([{ path, ...sides }]).map((change) =>
    `${change.class} ${change.kind} ${change.name}`.trim(),
  )
}

describe('Go', () => {
  test.each([
    ['imports in another order', 'package a\nimport (\n"b"\nc "d"\n)', 'package a\nimport (\nc "d"\n"b"\n)'],
    ['commas at the end', 'package a\nvar b = c{1, 2}', 'package a\nvar b = c{\n1,\n2,\n}'],
    ['semicolons', 'package a\nfunc f() { b(); c() }', 'package a\nfunc f() {\nb()\nc();\n}'],
    ['parentheses', 'package a\nvar b = (c * d) + e', 'package a\nvar b = c*d + (e)'],
    ['numbers', 'package a\nvar b = 0XAB + 1E5', 'package a\nvar b = 0xab + 1e5'],
    ['comments', 'package a\n// b\nvar c = 1', 'package a\nvar c = 1 /* d */'],
    [
      'where a switch begins',
      'package a\nfunc f() {\nswitch {\ncase b:\n}\n}',
      'package a\nfunc f() { switch\n{ case b: } }',
    ],
    ['line ends in a raw string', 'package a\nvar b = `c\nd`', 'package a\nvar b = `c\r\nd`'],
  ])('%s: the same', (_what, one, other) => expectSame('a.go', one, other))

  test.each([
    [
      'return and a line break',
      'package a\nfunc f() int {\nreturn\nb\n}',
      'package a\nfunc f() int {\nreturn b\n}',
    ],
    // The grammar reads on where Go has ended the statement.
    [
      'a generic type and a line break',
      'package a\nfunc f() {\nb := c[d]\n(e)()\n}',
      'package a\nfunc f() {\nb := c[d] (e)()\n}',
    ],
    [
      'a type in parentheses and a line break',
      'package a\nfunc f() {\nb := (*[1]c)\n(d)\n}',
      'package a\nfunc f() {\nb := (*[1]c)(d)\n}',
    ],
    [
      'a switch and a line break',
      'package a\nfunc f() {\nswitch b()\n{\ncase c:\n}\n}',
      'package a\nfunc f() {\nswitch b() {\ncase c:\n}\n}',
    ],
    [
      'a line break in a comment',
      'package a\nfunc f() {\nb() /*\n*/ <-c\n}',
      'package a\nfunc f() {\nb() /* */ <-c\n}',
    ],
    [
      'fields and a line break in a comment',
      'package a\ntype b struct {\nC /*\n*/ *D\n}',
      'package a\ntype b struct {\nC /* */ *D\n}',
    ],
    ['white space in a string', 'package a\nvar b = " "', 'package a\nvar b = "  "'],
    ['an empty string', 'package a\nvar b = ""', 'package a\nvar b = " "'],
    ['a raw string', 'package a\nvar b = `\\n`', 'package a\nvar b = "\\n"'],
    ['parts of a for', 'package a\nfunc f() { for ; b; { } }', 'package a\nfunc f() { for b { } }'],
    ['channels', 'package a\nvar b chan<- chan int', 'package a\nvar b chan (<-chan int)'],
    [
      'init in another order',
      'package a\nfunc init() { b() }\nfunc init() { c() }',
      'package a\nfunc init() { c() }\nfunc init() { b() }',
    ],
    ['a program in C', 'package a\n// int b;\nimport "C"', 'package a\n// int c;\nimport "C"'],
    [
      'what a directive is for',
      'package a\nvar (\n//go:embed b\nc string\nd string\n)',
      'package a\nvar (\nc string\n//go:embed b\nd string\n)',
    ],
    ['a constraint on the build', 'package a\n\n//go:build b\n', '//go:build b\n\npackage a\n'],
    ['an older one', 'package a\n\n// +build b\n', '// +build b\n\npackage a\n'],
    ['a tag', 'package a\ntype b struct { c int `d`}', 'package a\ntype b struct { c int }'],
    ['a pointer that is called', 'package a\nvar b = (*c)(d)', 'package a\nvar b = *c(d)'],
  ])('%s: not the same', (_what, one, other) => expectOther('a.go', one, other))

  test('units and imports', async () => {
    const text = `package a

import "fmt"
import ( b "c/d"
  . "e" )

// T is.
type T struct{}
type ( U int; V = string )
const W = 1
var x, y = 1, 2
func (t *T) M() {}
func F[K any](k K) {}
func init() {}
`
    expect(await unitsOf('a.go', text)).toEqual([
      ...['imports :3-5', 'type T:7-8', 'type U, V:9-9', 'const W:10-10', 'const x, y:11-11'],
      ...['method T.M:12-12', 'function F:13-13', 'function init:14-14'],
    ])
    expect(await importsOf('a.go', text)).toEqual(['fmt:3', 'c/d:4', 'e:5'])
  })

  test('what a tool obeys, and an output that is tested, is no mere comment', async () => {
    const built = await classes('a.go', '//go:build a\n\npackage a\n', '//go:build b\n\npackage a\n')
    const example = (output: string) =>
      `package a\nfunc ExampleB() {\n\tb()\n\t// Output:\n\t// ${output}\n}\n`
    expect([built, await classes('a.go', example('1'), example('2'))]).toEqual([
      ['EVOLUTION file'],
      ['EVOLUTION function ExampleB'],
    ])
  })
})

describe('Rust', () => {
  test.each([
    ['uses in another order', 'use b::{d, c as e};\nuse a;', 'use a;\nuse b::{\n    c as e, d,\n};'],
    ['modules in another order', 'mod b;\n#[cfg(x)]\nmod a;', '#[cfg(x)]\nmod a;\nmod b;'],
    ['commas at the end', 'struct A { b: C, d: E }', 'struct A {\n    b: C,\n    d: E,\n}'],
    ['parentheses', 'fn f() { let a = (b * c) + d; }', 'fn f() { let a = b * c + (d); }'],
    ['return as the last', 'fn f() { return a; }', 'fn f() { return a }'],
    [
      'an arm in braces',
      'fn f() { match a { b => { c } d => e, } }',
      'fn f() { match a { b => c, d => { e } } }',
    ],
    [
      'a match in an arm',
      'fn f() { match a { b => { match c {} } } }',
      'fn f() { match a { b => match c {}, } }',
    ],
    ['a closure in braces', 'fn f() { g(|a| { a }); }', 'fn f() { g(|a| a); }'],
    ['comments', '// a\nfn f() {}', 'fn f() { /* b */ }'],
    ['the abi of C', 'extern fn f() {}', 'extern "C" fn f() {}'],
  ])('%s: the same', (_what, one, other) => expectSame('a.rs', one, other))

  test.each([
    ['a tuple of one', 'fn f() { a((1,)); }', 'fn f() { a((1)); }'],
    ['a field that is called', 'fn f() { (a.b)(); }', 'fn f() { a.b(); }'],
    ['a statement and a value', 'fn f() { g(|a| { a; }); }', 'fn f() { g(|a| { a }); }'],
    ['a block that is unsafe', 'fn f() { g(|a| unsafe { a }); }', 'fn f() { g(|a| { a }); }'],
    ['white space in a string', 'fn f() { a(" "); }', 'fn f() { a("  "); }'],
    ['white space in a raw string', 'fn f() { a(r#" "#); }', 'fn f() { a(r#""#); }'],
    ['a character', "fn f() { a(' '); }", "fn f() { a('\\t'); }"],
    ['which use an attribute belongs to', '#[cfg(x)]\nuse a;\nuse b;', '#[cfg(x)]\nuse b;\nuse a;'],
    ['a module and its types', 'use a::{self};', 'use a;'],
    [
      'macros in another order',
      '#[macro_use]\nextern crate b;\n#[macro_use]\nextern crate a;',
      '#[macro_use]\nextern crate a;\n#[macro_use]\nextern crate b;',
    ],
    ['what is documented', 'struct A {\n/// b\nc: D,\ne: F }', 'struct A {\nc: D,\n/// b\ne: F }'],
    ['mut', 'fn f() { let a = 1; }', 'fn f() { let mut a = 1; }'],
    ['a lifetime', "fn f<'a>(b: &'a str) {}", "fn f<'a>(b: &str) {}"],
    ['what a macro is given', 'fn f() { a!(b, c); }', 'fn f() { a!(b; c); }'],
    ['a range', 'fn f() { a(1..2); }', 'fn f() { a(1..=2); }'],
  ])('%s: not the same', (_what, one, other) => expectOther('a.rs', one, other))

  test('units and imports', async () => {
    const text = `use std::{io, fmt::{self as f, Debug}};
mod b;

/// Documented.
#[derive(Debug)]
pub struct S { a: i32 }
impl<T> Tr for S where T: X {
    const Q: u8 = 1;
    fn m(&self) {}
}
trait Tr { fn m(&self); }
macro_rules! mm { () => {}; }
fn main() {}
mod tests { use super::*; #[test] fn t() {} }
`
    expect(await unitsOf('a.rs', text)).toEqual([
      ...['imports :1-2', 'type S:4-6', 'class impl<T> Tr for S:7-10', 'method impl<T> Tr for S.m:9-9'],
      ...['class Tr:11-11', 'method Tr.m:11-11', 'function mm:12-12', 'function main:13-13'],
      ...['namespace tests:14-14', 'imports tests:14-14', 'function tests.t:14-14'],
    ])
    expect(await importsOf('a.rs', text)).toEqual([
      'std::io:1',
      'std::fmt::self:1',
      'std::fmt::Debug:1',
      'super::*:14',
    ])
  })

  test('a function moves past others, but not past a macro; documentation is code', async () => {
    expect(await classes('a.rs', 'fn a() {}\nfn b() {}\n', 'fn b() {}\nfn a() {}\n')).toEqual([
      'MOVED function b',
    ])
    const macro = 'macro_rules! m { () => {} }\n'
    expect(await classes('a.rs', `fn a() {}\n${macro}`, `${macro}fn a() {}\n`)).toContain('EVOLUTION file')
    expect(await classes('a.rs', '/// a\nfn a() {}\n', '/// b\nfn a() {}\n')).toEqual([
      'EVOLUTION function a',
    ])
    expect(await classes('a.rs', '// a\nfn a() {}\n', '// b\nfn a() {}\n')).toEqual(['COMMENT function a'])
  })
})

describe('CSS', () => {
  test.each([
    ['quotes', `a { content: 'x' }`, 'a { content: "x"; }'],
    ['numbers', 'a { b: .50px -0.0em 1.0 }', 'a { b: 0.5PX -0em 1 }'],
    ['colours', 'a { color: #FFF }', 'a { color: #fff }'],
    ['how a sum is written', 'a { b: calc(.5rem*-1) }', 'a { b: calc( 0.5rem * -1 ) }'],
    ['selectors', 'a>b,c  d+e{}', 'a > b,\nc d + e {\n}'],
    ['an attribute', 'a[b=c] {}', 'a[ b = "c" ] {}'],
    ['importance', 'a { b: c!important }', 'a { b: c  !important }'],
    [
      'media',
      '@media (min-width:10px) and (b){a{c:d}}',
      '@media ( min-width : 10px ) and ( b ) {\n  a { c: d }\n}',
    ],
    ['nth', 'a:nth-child(2n+1) {}', 'a:nth-child( 2n + 1 ) {}'],
    ['comments', 'a { b: c /* d */ }', '/* e */ a { b: c }'],
    ['the case of a property', 'a { COLOR: red }', 'a { color: red }'],
    ['white space behind a charset', '@charset "a";b {}', '@charset "a";\n\nb {}'],
  ])('%s: the same', (_what, one, other) => expectSame('a.css', one, other))

  test.each([
    ['a descendant', 'a .b {}', 'a.b {}'],
    ['a pseudo class of a descendant', 'a :hover {}', 'a:hover {}'],
    ['a child', 'a > b {}', 'a b {}'],
    ['a sum', 'a { b: calc(1px + 2px) }', 'a { b: calc(1px +2px) }'],
    ['white space between values', 'a { b: c d }', 'a { b: cd }'],
    ['white space in a string', `a { b: ' ' }`, `a { b: '  ' }`],
    ['a string and a word', `a { b: 'c' }`, 'a { b: c }'],
    ['a number of another sign', 'a { b: 1px }', 'a { b: -1px }'],
    ['rules in another order', 'a { b: c } d { e: f }', 'd { e: f } a { b: c }'],
    ['declarations in another order', 'a { b: c; d: e }', 'a { d: e; b: c }'],
    ['the text of a custom property', 'a { --b: 1.0 }', 'a { --b: 1 }'],
    ['the case of a custom property', 'a { --B: 1 }', 'a { --b: 1 }'],
    ['a function and a word before a parenthesis', '@media b and (c) {}', '@media b and(c) {}'],
    ['characters that look like a number', 'a { unicode-range: U+1E3 }', 'a { unicode-range: U+1E03 }'],
    ['an element that looks like a colour', 'a { b: element(#ABC) }', 'a { b: element(#abc) }'],
    ['how the encoding is quoted', '@charset "utf-8";', "@charset 'utf-8';"],
    ['importance', 'a { b: c }', 'a { b: c !important }'],
    ['a charset that is read, and one that is not', '@charset "a";b {}', '\n@charset "a";b {}'],
  ])('%s: not the same', (_what, one, other) => expectOther('a.css', one, other))

  test('units and imports', async () => {
    const text = `@import url("a.css") screen;
@import 'b.css';
a:hover > b,
c { d: e }
@media print { f { g: h } }
`
    expect(await unitsOf('a.css', text)).toEqual([
      ...['imports :1-2', 'rule a:hover>b,c:3-4', 'rule @media print:5-5', 'rule @media print.f:5-5'],
    ])
    expect(await importsOf('a.css', text)).toEqual(['a.css:1', 'b.css:2'])
  })

  test('rules that change places are another style', async () => {
    expect(await classes('a.css', 'a { b: c }\nd { e: f }\n', 'd { e: f }\na { b: c }\n')).toContain(
      'EVOLUTION file',
    )
  })
})
