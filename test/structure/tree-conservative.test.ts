import { describe, expect, test } from 'vitest'
import { classify } from '../../src/structure/classify.ts'
import { structure } from './corpus.ts'
import { expectOther, expectSame, importsOf, unitsOf } from './tree-samples.ts'
import { CONSERVATIVE } from './tree-texts.ts'

// Of these languages little is normalised: white space that means nothing, and comments.
describe('written differently, the same', () => {
  test.each([
    [
      'white space',
      'a.java',
      'class A{int b(){return c+d;}}',
      'class A {\n  int b() {\n    return c\n        + d;\n  }\n}\n',
    ],
    ['comments', 'a.java', 'class A { /** b */ int c; }', 'class A {\n  // d\n  int c;\n}\n'],
    ['white space', 'a.cs', 'class A{int B()=>c+d;}', 'class A\n{\n    int B() =>\n        c + d;\n}\n'],
    ['indentation', 'a.rb', 'def a\n b\nend\n', 'def a\n\n    b # c\nend\n'],
    [
      'white space',
      'a.php',
      '<?php function a(){return $b+$c;}',
      '<?php\nfunction a()\n{\n    return $b\n        + $c;\n}\n',
    ],
    ['the line end that PHP takes with its tag', 'a.php', '<?php a(); ?>', '<?php a(); ?>\n'],
    ['the line break behind the last tag', 'a.php', '<?php a( ) ?>', '<?php a() ?>\n'],
    ['indentation of a line that goes on', 'a.sh', 'a \\\n  b\n', 'a   \\\n\tb\n'],
    ['indentation', 'a.sh', 'a() {\n b  c\n}\n', 'a()   {\n\n\tb c # d\n}\n'],
    ['indentation', 'a.kt', 'fun a() {\n  b()\n}\n', 'fun a() {\n\n      b() // c\n}\n'],
    ['indentation', 'a.scala', 'object A {\n  def b = 1\n}\n', 'object A {\n\n    def b = 1 // c\n}\n'],
    ['white space', 'a.lua', 'function a() return b end', 'function a()\n  return b -- c\nend\n'],
  ])('%s: %s', (_what, path, one, other) => expectSame(path, one, other))
})

describe('almost the same, and not', () => {
  test.each([
    ['white space in a string', 'a.java', 'class A { String b = " "; }', 'class A { String b = "  "; }'],
    [
      'lines of a text',
      'a.java',
      'class A { String b = """\n  c\n  """; }',
      'class A { String b = """\n    c\n  """; }',
    ],
    ['a character', 'a.java', "class A { char b = ' '; }", "class A { char b = 'c'; }"],
    ['order of fields', 'a.java', 'class A { int b = 1; int c = 2; }', 'class A { int c = 2; int b = 1; }'],
    ['how a sum groups', 'a.java', 'class A { int b = (c - d) - e; }', 'class A { int b = c - (d - e); }'],
    [
      'white space in a string',
      'a.cs',
      'class A { string b = $"{c} "; }',
      'class A { string b = $"{c}  "; }',
    ],
    ['a format', 'a.cs', 'class A { string b = $"{c:N2}"; }', 'class A { string b = $"{c:N3}"; }'],
    ['a verbatim string', 'a.cs', 'class A { string b = @"\\n"; }', 'class A { string b = "\\n"; }'],
    ['what is compiled', 'a.cs', '#if A\nclass B {}\n#endif\n', '#if C\nclass B {}\n#endif\n'],
    ['where a line ends', 'a.rb', 'a\n[b]\n', 'a [b]\n'],
    ['return and a line break', 'a.rb', 'def a\n  return\n  b\nend\n', 'def a\n  return b\nend\n'],
    ['white space in a string', 'a.rb', 'a = "b  c"\n', 'a = "b c"\n'],
    ['a here document', 'a.rb', 'a = <<~B\n  c\n    d\nB\n', 'a = <<~B\n  c\n  d\nB\n'],
    ['words of a list', 'a.rb', 'a = %w[b c]\n', 'a = %w[bc]\n'],
    ['a splat and a product', 'a.rb', 'a *b\n', 'a * b\n'],
    [
      'what is private',
      'a.rb',
      'class A\n  private\n  def b; end\nend\n',
      'class A\n  def b; end\n  private\nend\n',
    ],
    ['a sign and a sum', 'a.rb', 'a +b\n', 'a + b\n'],
    ['a sign and a sum on the next line', 'a.rb', 'a \\\n+b\n', 'a \\\n+ b\n'],
    ['a here document and code', 'a.rb', 'a <<B\nc\nB\n', 'a<<B\nc\nB\n'],
    ['what is asked for', 'a.rb', 'defined? (a) && b\n', 'defined?(a) && b\n'],
    ['what is denied', 'a.rb', 'not (a).b\n', 'not(a).b\n'],
    ['white space in a string', 'a.php', "<?php $a = ' ';", "<?php $a = '  ';"],
    ['lines behind the last tag', 'a.php', '<?php a(); ?>\n', '<?php a(); ?>\n\n'],
    ['a blank behind the last tag', 'a.php', '<?php a(); ?>', '<?php a(); ?> '],
    ['white space that PHP sends', 'a.php', '\n<?php a();', '<?php a();'],
    ['a tag without a blank', 'a.php', '<?phpa(1);', '<?php a(1);'],
    ['a later tag without a blank', 'a.php', '<?php a(); ?>\n<?phpb(1);', '<?php a(); ?>\n<?php b(1);'],
    ['white space that PHP sends at the end', 'a.php', '<?php a(); ?>\n\n', '<?php a(); ?>\n'],
    ['text outside of PHP', 'a.php', 'a <?php b(); ?> c', 'a <?php b(); ?>  c'],
    ['a text in XML', 'a.scala', 'object A { val b = <c> d </c> }\n', 'object A { val b = <c>d</c> }\n'],
    [
      'a text beside XML',
      'a.scala',
      'object A { val b = <c/>; val e = <f> g </f> }\n',
      'object A { val b = <c/>; val e = <f>g</f> }\n',
    ],
    ['a here document', 'a.php', '<?php $a = <<<B\n c\nB;\n', '<?php $a = <<<B\n  c\nB;\n'],
    ['a field that is called', 'a.php', '<?php ($a->b)();', '<?php $a->b();'],
    ['a comparison in a test', 'a.sh', 'test a=b\n', 'test a = b\n'],
    ['one word and two', 'a.sh', 'a b c\n', 'a bc\n'],
    ['one word and two, on two lines', 'a.sh', 'a b\\\nc\n', 'a b \\\nc\n'],
    ['an assignment and a command, on two lines', 'a.sh', 'a=b\\\nc\n', 'a=b \\\nc\n'],
    ['white space in a string', 'a.sh', 'a "b  c"\n', 'a "b c"\n'],
    ['a here document', 'a.sh', 'a <<B\n c\nB\n', 'a <<B\n  c\nB\n'],
    ['a default', 'a.sh', `a \${b:-  c}\n`, `a \${b:- c}\n`],
    ['an assignment and a command', 'a.sh', 'a=b c\n', 'a=bc\n'],
    ['where a line ends, and is joined', 'a.sh', 'a b \\\n  -- c\n', 'a b \n\\\n  -- c\n'],
    ['where a line ends', 'a.sh', 'a\nb\n', 'a b\n'],
    [
      'return and a line break',
      'a.kt',
      'fun a(): Int {\n  return\n  b\n}\n',
      'fun a(): Int {\n  return b\n}\n',
    ],
    ['a sign on the next line', 'a.kt', 'val a = b\n- c\n', 'val a = b - c\n'],
    ['white space in a string', 'a.kt', 'val a = "b  c"\n', 'val a = "b c"\n'],
    ['a value in a string', 'a.kt', 'val a = "$b c"\n', `val a = "\${b}c"\n`],
    [
      'a sign on the next line',
      'a.scala',
      'object A {\n  val b = c\n  -d\n}\n',
      'object A {\n  val b = c -d\n}\n',
    ],
    [
      'white space in a string',
      'a.scala',
      'object A { val b = s"$c  d" }\n',
      'object A { val b = s"$c d" }\n',
    ],
    [
      'how deep a statement stands',
      'a.scala',
      'object A {\n  def b =\n    if c then\n      d()\n      e()\n}\n',
      'object A {\n  def b =\n    if c then\n      d()\n    e()\n}\n',
    ],
    ['white space in a string', 'a.lua', 'a = " "\n', 'a = "  "\n'],
    ['a long string', 'a.lua', 'a = [[ b\n c]]\n', 'a = [[ b\nc]]\n'],
    ['local', 'a.lua', 'local a = 1\n', 'a = 1\n'],
  ])('%s: %s', (_what, path, one, other) => expectOther(path, one, other))
})

test.each(CONSERVATIVE)('units and imports of $path', async ({ path, text, units, imports }) => {
  expect(await unitsOf(path, text)).toEqual(units)
  expect(await importsOf(path, text)).toEqual(imports)
})

test.each([
  [
    'imports of Java sorted',
    'a.java',
    'import b;\nimport a;\nclass C {}\n',
    'import a;\nimport b;\nclass C {}\n',
    ['IMPORT_ORDER imports'],
  ],
  [
    'imports of Scala sorted',
    'a.scala',
    'import b._\nimport a._\n',
    'import a._\nimport b._\n',
    ['EVOLUTION imports'],
  ],
  [
    'a local function of Lua',
    'a.lua',
    'local function a() end\nfunction b() end\n',
    'function b() end\nlocal function a() end\n',
    ['EVOLUTION file', 'MOVED function b'],
  ],
  ['methods of Ruby', 'a.rb', 'def a; end\ndef b; end\n', 'def b; end\ndef a; end\n', ['MOVED function b']],
  [
    'a comment that a tool obeys',
    'a.sh',
    'a() {\n  b\n}\n',
    'a() {\n  # shellcheck disable=SC1\n  b\n}\n',
    ['EVOLUTION function a'],
  ],
  [
    'a comment of Java that runs',
    'a.java',
    'class A {\n  void b() {\n    // c\n  }\n}\n',
    'class A {\n  void b() {\n    // \\u000a c();\n  }\n}\n',
    ['EVOLUTION method A.b'],
  ],
  [
    'an annotation in a comment',
    'a.php',
    '<?php\n/** @A */\nclass B {}\n',
    '<?php\n/** @C */\nclass B {}\n',
    ['EVOLUTION class B'],
  ],
  [
    'white space in an annotation',
    'a.php',
    '<?php\n/** @A("b  c") */\nclass B {}\n',
    '<?php\n/** @A("b c") */\nclass B {}\n',
    ['EVOLUTION class B'],
  ],
  [
    'an annotation that is indented',
    'a.php',
    '<?php\n/**\n * @A("b",\n *   "c")\n */\nclass B {}\n',
    '<?php\n    /**\n     * @A("b",\n     *   "c")\n     */\n    class B {}\n',
    ['FORMAT class B'],
  ],
  [
    'what a test of Go prints',
    'a.go',
    'package a\nfunc ExampleB() {\n\tb()\n\t// Output: c  d\n}\n',
    'package a\nfunc ExampleB() {\n\tb()\n\t// Output: c d\n}\n',
    ['EVOLUTION function ExampleB'],
  ],
  [
    'an argument in a comment of JavaScript',
    'a.js',
    'import(/* webpackChunkName: "a  b" */ "c")\n',
    'import(/* webpackChunkName: "a b" */ "c")\n',
    ['EVOLUTION file'],
  ],
])('%s', async (_what, path, before, after, expected) => {
  const sides = { before: await structure(before, path), after: await structure(after, path) }
  const found = classify([{ path, ...sides }]).map((change) =>
    `${change.class} ${change.kind} ${change.name}`.trim(),
  )
  expect(found.sort()).toEqual(expected)
})
