"""Small changes to programs, and whether Python itself takes the result for another program.

In: JSON, {"seed": 1, "count": 60, "texts": [...]}. Out: one line of JSON per mutant that is a program, {"of", "kind", "text", "isChange"}.
"""
import ast
import io
import json
import random
import sys
import tokenize
import warnings

warnings.simplefilter("ignore")

OPERATORS = ["+", "-", "*", "/", "%", "and", "or", "==", "!=", "<", "<=", ">", ">=", "in", "is"]
SIGNS = ["(", ")", "{", "}", "[", "]", ",", ";", ".", ":"]
SILENT = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING, tokenize.ENDMARKER}


def shown(text):
    """A docstring as tools show it: indentation and white space at line ends say nothing."""
    first, *others = [line[: len(line) - len(line.lstrip())].expandtabs() + line.lstrip() for line in text.split("\n")]
    depth = min((len(line) - len(line.lstrip(" ")) for line in others if line.strip()), default=0)
    lines = [first.lstrip(), *(line[depth:] for line in others)]
    return "\n".join(line.rstrip() for line in lines).rstrip()


class Plain(ast.NodeTransformer):
    def visit_Expr(self, node):
        self.generic_visit(node)
        if isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            node.value.value = shown(node.value.value)
        return node

    def visit_Constant(self, node):
        node.kind = None
        return node

    def visit_Delete(self, node):
        """`del (a, b)` deletes what `del a, b` does."""
        flat = lambda target: [one for inner in target.elts for one in flat(inner)] if isinstance(target, ast.Tuple) else [target]
        node.targets = [one for target in node.targets for one in flat(target)]
        return node


def meaning(text):
    try:
        return ast.dump(Plain().visit(ast.parse(text)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def tokens_of(text):
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    at = lambda place: starts[place[0] - 1] + place[1]
    found = tokenize.generate_tokens(io.StringIO(text).readline)
    return [(at(token.start), at(token.end)) for token in found if token.type not in SILENT and token.string]


def edited(word):
    if word in OPERATORS:
        return random.choice(OPERATORS)
    if word[0].isdigit():
        return word + "1"
    if word[-1] in "\"'" and len(word) > 3:
        at = random.randrange(2, len(word) - 1)
        return word[:at] + random.choice([" ", "Q", "\\n", "\\"]) + word[at:]
    if word[0].isalpha() or word[0] == "_":
        return word + "X"
    return random.choice(SIGNS)


def on_token(change):
    def mutate(text, tokens):
        start, end = random.choice(tokens)
        return text[:start] + change(text[start:end]) + text[end:]

    return mutate


def swapped(text, tokens):
    at = random.randrange(len(tokens) - 1)
    (a, b), (c, d) = tokens[at], tokens[at + 1]
    return text[:a] + text[c:d] + text[b:c] + text[a:b] + text[d:]


def replaced(text, tokens):
    (a, b), (c, d) = random.choice(tokens), random.choice(tokens)
    return text[:a] + text[c:d] + text[b:]


def grouped(text, tokens):
    at = random.randrange(len(tokens))
    last = tokens[min(len(tokens) - 1, at + random.randrange(7))]
    return text[: tokens[at][0]] + "(" + text[tokens[at][0] : last[1]] + ")" + text[last[1] :]


def ungrouped(text, tokens):
    opening = [start for start, end in tokens if text[start:end] == "("]
    if not opening:
        return text
    first, depth = random.choice(opening), 0
    for start, end in tokens:
        if start < first:
            continue
        depth += {"(": 1, ")": -1}.get(text[start:end], 0)
        if depth == 0:
            return text[:first] + " " + text[first + 1 : start] + " " + text[end:]
    return text


def indented(text, _tokens):
    lines = text.split("\n")
    at = random.randrange(len(lines))
    lines[at] = "    " + lines[at] if random.random() < 0.5 else lines[at].removeprefix("    ")
    return "\n".join(lines)


KINDS = {
    "edit": on_token(edited),
    "edit again": on_token(edited),
    "delete": on_token(lambda word: ""),
    "double": on_token(lambda word: f"{word} {word}"),
    "comma": on_token(lambda word: f"{word},"),
    "not": on_token(lambda word: f"not {word}"),
    "star": on_token(lambda word: f"*{word}"),
    "await": on_token(lambda word: f"await {word}"),
    "line break": on_token(lambda word: f"\n{word}"),
    "blanks": on_token(lambda word: f"  {word}"),
    "prefix": on_token(lambda word: random.choice("rbfu") + word if word[0] in "\"'" else word),
    "swap": swapped,
    "replace": replaced,
    "parentheses": grouped,
    "no parentheses": ungrouped,
    "indent": indented,
    "indent again": indented,
}


def main():
    asked = json.load(sys.stdin)
    random.seed(asked["seed"])
    for of, text in enumerate(asked["texts"]):
        original = meaning(text)
        try:
            tokens = tokens_of(text)
        except (tokenize.TokenError, IndentationError):
            continue
        if original is None or len(tokens) < 3:
            continue
        for _ in range(asked["count"]):
            kind = random.choice(list(KINDS))
            mutant = KINDS[kind](text, tokens)
            changed = None if mutant == text else meaning(mutant)
            if changed is not None:
                print(json.dumps({"of": of, "kind": kind, "text": mutant, "isChange": changed != original}))


main()
