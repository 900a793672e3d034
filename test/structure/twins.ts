interface Twins {
  readonly path: string
  readonly base: string
  /** `g` moved below `f`, and something new at the end. */
  readonly written: string
  /** The same, as a formatter leaves it. */
  readonly formatted: string
  /** What stands once in it, and what comes instead under its cover. */
  readonly twins: Readonly<Record<'token' | 'directive' | 'moved', readonly [from: string, to: string]>>
}

const script = (path: string, type: string): Twins => ({
  path,
  base: `function g( a${type} ) { return a + 1 }\nfunction f( a${type} ) { return [ a ] }\n`,
  written: `function f( a${type} ) { return [ a ] }\nfunction g( a${type} ) { return a + 1 }\nfunction h( a${type} ) { return a || 'b' }\n`,
  formatted: `function f(a${type}) {\n  return [a];\n}\nfunction g(a${type}) {\n  return a + 1;\n}\nfunction h(a${type}) {\n  return a || "b";\n}\n`,
  twins: {
    token: ['"b"', '"c"'],
    directive: [
      '  return [a]',
      type === ''
        ? '  // eslint-disable-next-line no-eval\n  return [a]'
        : '  // @ts-expect-error\n  return [a]',
    ],
    moved: ['a + 1', 'a - 1'],
  },
})

/** Of each language a program, or values. */
export const TWINS: readonly Twins[] = [
  script('a.js', ''),
  script('a.ts', ': number'),
  {
    path: 'a.py',
    base: 'def g( a ): return a + 1\ndef f( a ): return [ a ]\n',
    written: "def f( a ): return [ a ]\ndef g( a ): return a + 1\ndef h( a ): return a or 'b'\n",
    formatted:
      'def f(a):\n    return [a]\n\n\ndef g(a):\n    return a + 1\n\n\ndef h(a):\n    return a or "b"\n',
    twins: {
      token: ['"b"', '"c"'],
      directive: ['return [a]', 'return [a]  # type: ignore'],
      moved: ['a + 1', 'a - 1'],
    },
  },
  {
    path: 'a.go',
    base: 'package a\nfunc g( a int ) int { return a + 1 }\nfunc f( a int ) int { return (a) }\n',
    written:
      'package a\nfunc f( a int ) int { return (a) }\nfunc g( a int ) int { return a + 1 }\nfunc h( a int ) string { return "b" }\n',
    formatted:
      'package a\n\nfunc f(a int) int { return a }\n\nfunc g(a int) int { return a + 1 }\n\nfunc h(a int) string { return "b" }\n',
    twins: {
      token: ['"b"', '"c"'],
      directive: ['func f', '//go:noinline\nfunc f'],
      moved: ['a + 1', 'a - 1'],
    },
  },
  {
    path: 'a.rs',
    base: 'fn g( a: i32 ) -> i32 { a + 1 }\nfn f( a: i32 ) -> i32 { (a) }\n',
    written: 'fn f( a: i32 ) -> i32 { (a) }\nfn g( a: i32 ) -> i32 { a + 1 }\nfn h( ) -> &str { "b" }\n',
    formatted:
      'fn f(a: i32) -> i32 {\n    a\n}\nfn g(a: i32) -> i32 {\n    a + 1\n}\nfn h() -> &str {\n    "b"\n}\n',
    twins: {
      token: ['"b"', '"c"'],
      directive: ['fn f', '#[allow(unsafe_code)]\nfn f'],
      moved: ['a + 1', 'a - 1'],
    },
  },
  {
    path: 'a.css',
    base: '.g{width:calc(1px + 2px)}\n.f{color:#FFF}\n',
    written: '.f{color:#FFF}\n.g{width:calc(1px + 2px)}\n.h{margin:.5px}\n',
    formatted: '.f {\n  color: #fff;\n}\n.g {\n  width: calc(1px + 2px);\n}\n.h {\n  margin: 0.5px;\n}\n',
    twins: {
      token: ['0.5px', '5px'],
      directive: ['  color', '  /* stylelint-disable-next-line */\n  color'],
      moved: ['1px + 2px', '1px - 2px'],
    },
  },
  {
    path: 'a.jsonc',
    base: '{\n"g":[1,"a"],\n"f":{"b":1}\n}\n',
    written: '{\n"f":{"b":1},\n"g":[1,"a"],\n"h":"b"\n}\n',
    formatted: '{\n  "f": {\n    "b": 1\n  },\n  "g": [1, "a"],\n  "h": "b"\n}\n',
    twins: {
      token: ['"h": "b"', '"h": "c"'],
      directive: ['  "f"', '  // biome-ignore lint: slipped in\n  "f"'],
      moved: ['[1, "a"]', '[-1, "a"]'],
    },
  },
  {
    path: 'a.yaml',
    base: "g: [1, 'a']\nf: {b: 1}\n",
    written: "f: {b: 1}\ng: [1, 'a']\nh: 'b'\n",
    formatted: 'f:\n  b: 1\ng:\n  - 1\n  - "a"\nh: "b"\n',
    twins: {
      token: ['h: "b"', 'h: "c"'],
      directive: ['f:\n', 'f: # yamllint disable-line\n'],
      moved: ['- 1', '- -1'],
    },
  },
  {
    path: 'a.toml',
    base: "[g]\na=[1,'a']\n[f]\nb=1\n",
    written: "[f]\nb=1\n[g]\na=[1,'a']\n[h]\nc='b'\n",
    formatted: '[f]\nb = 1\n\n[g]\na = [1, "a"]\n\n[h]\nc = "b"\n',
    twins: {
      token: ['"b"', '"c"'],
      directive: ['b = 1', '# taplo: ignore\nb = 1'],
      moved: ['[1, "a"]', '[-1, "a"]'],
    },
  },
]
