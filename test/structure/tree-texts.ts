/** Of languages in which little is normalised: what is in it. */
export const CONSERVATIVE = [
  {
    path: 'a.java',
    text: 'package a;\nimport b.C;\nimport static d.E.*;\n// f\nclass G {\n  int h;\n  G() {}\n  void i() {}\n  enum J { K }\n}\n',
    units: ['imports :2-3', 'class G:4-10', 'method G.G:7-7', 'method G.i:8-8', 'class G.J:9-9'],
    imports: ['b.C:2', 'd.E.*:3'],
  },
  {
    path: 'a.cs',
    text: 'using A;\nusing B = C.D;\nnamespace E {\n  class F {\n    F() {}\n    int G() => 1;\n  }\n  enum H { I }\n}\n',
    units: [
      'imports :1-2',
      'namespace E:3-9',
      'class E.F:4-7',
      'method E.F.F:5-5',
      'method E.F.G:6-6',
      'type E.H:8-8',
    ],
    imports: ['A:1', 'C.D:2'],
  },
  {
    path: 'a.rb',
    text: 'require "a"\nrequire_relative b\nmodule C\n  class D\n    def self.e; end\n    def f; end\n  end\nend\ndef g; end\n',
    units: [
      'namespace C:3-8',
      'class C.D:4-7',
      'method C.D.self.e:5-5',
      'method C.D.f:6-6',
      'function g:9-9',
    ],
    imports: ['a:1', null],
  },
  {
    path: 'a.php',
    text: "<?php\nnamespace A;\nuse B\\C;\nuse D\\{E, F as G};\nrequire 'h.php';\ninclude $i;\nclass J {\n  function k() {}\n}\nfunction l() {}\n",
    units: ['imports :3-4', 'class J:7-9', 'method J.k:8-8', 'function l:10-10'],
    imports: ['B\\C:3', 'D\\E:4', 'D\\F:4', 'h.php:5', null],
  },
  {
    path: 'a.sh',
    text: '#!/bin/sh\n. ./a.sh\nsource "$b"\n# c\nc() {\n  d\n}\n',
    units: ['function c:4-7'],
    imports: ['./a.sh:2', null],
  },
  {
    path: 'a.kt',
    text: 'package a\nimport b.C\nimport d.E as F\nclass G {\n  fun h() {}\n}\nobject I\nfun j() {}\nval k = 1\n',
    units: ['imports :2-3', 'class G:4-6', 'method G.h:5-5', 'class I:7-7', 'function j:8-8', 'const k:9-9'],
    imports: ['b.C:2', 'd.E:3'],
  },
  {
    path: 'a.scala',
    text: 'import a.b.{C, D => E}\nimport f._\nclass G {\n  def h = 1\n}\nobject I { val j = 1 }\n',
    units: ['imports :1-2', 'class G:3-5', 'method G.h:4-4', 'class I:6-6'],
    imports: ['a.b.C:1', 'a.b.D:1', 'f._:2'],
  },
  {
    path: 'a.lua',
    text: 'local a = require "b.c"\nlocal d = require(e)\nfunction f() end\nfunction M.g() end\nlocal function h() end\n',
    units: ['function f:3-3', 'function M.g:4-4', 'function h:5-5'],
    imports: ['b.c:1', null],
  },
]

/** Most of what the others have. */
export const RICH = [
  {
    path: 'a.py',
    text: `#!/usr/bin/env python
# -*- coding: utf-8 -*-
"""Doc
  string
"""
from __future__ import annotations
import os, sys as s
from . import a
from .b import (c as d, e,)
@dec(1)
async def f(a: int, *b, c=1, **k) -> List[int]:
    "doc"
    x = (1,)
    y: Dict[str, int] = {}; z = f"{a!r:>{w}} {b = } {{}}" 'b\\n'
    def g(): return r'\\d'
    return
class A(B, metaclass=M):
    q = 1
    @property
    def m(self): pass
type X = int
`,
  },
  {
    path: 'a.go',
    text: `// Copyright
//go:build linux
package main
import "C"
import (
	"fmt"
	x "os"
)
const ( A = iota; B )
var q, r = 1, "a b"
type T struct { a int \`json:"x"\`; B }
type ( U int; V = string )
func (t *T) M(a, b int) (c int, err error) { return }
func Gen[K comparable](k K) { for i := 0; i < 1; i++ { }; if x := f(); x { }; _ = T{1, 2,
} ; _ = \`raw\` ; _ = 'a' }
func h() int { return
}
`,
  },
  {
    path: 'a.rs',
    text: `//! crate doc
#![allow(x)]
use std::{io, fmt::{self, Debug}};
#[cfg(test)] use a::b;
mod m;
extern crate z;
/// doc
#[derive(Debug)]
pub struct S<T> where T: X { a: i32, /* c */ b: T, }
struct U(i32, String,);
enum E { A, B(i32), C { x: u8 } }
impl<T> Tr for S<T> { const Q: u8 = 1_0; fn f(&self) -> i32 { return 1; } }
trait Tr { fn f(&self); }
const K: &str = "a\\n b";
static R: &[u8] = br#"x"#;
macro_rules! mm { ($a:tt) => { $a + 1 }; }
fn main() { let x = match y { 1 => { a }, _ => b(), }; println!("{}", x,); |a| { a }; x as u32; (1,); let t = (a); 'l: loop { break 'l; } if let Some(x) = y {} }
#[cfg(test)] mod tests { use super::*; #[test] fn t() { } }
type A = B;
mm! { a }
`,
  },
  {
    path: 'a.css',
    text: `@charset "utf-8";
@import url("a.css") screen;
:root { --x: 1px; }
a:hover > B.c, #id[href="x"] { color: #FFF; margin: -.5px 1.0em; width: calc(.5rem*-1 + 2px); content: 'a\\'b' !important; background: url(a.png) }
@media (min-width: 10px) and screen { a { b: c } }
@font-face { font-family: "X" }
@keyframes k { from { a: b } 50% { c: d } }
`,
  },
  {
    path: 'a.json',
    text: `{"name": "a", "list": [1, 1.0, -0, true, null, "\\u00e9"], "in": {"b": {}}}
`,
  },
  {
    path: 'a.yaml',
    text: `# a
a: &x 1.0
b: [*x, "c", on]
d: |
  e
f: !g {h: i}
`,
  },
  {
    path: 'a.toml',
    text: `a = 1
b = [1.0, 2020-01-01, "c"]
[d.e]
f = { g = true }
[[h]]
`,
  },
]
