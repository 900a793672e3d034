"""What Python makes of JSON, TOML and YAML. In: JSON, {"of": "json", "texts": [...]}. Out: a list of texts, null = it is not that."""
import json
import sys
import tomllib

import yaml


def meaning(of, text):
    try:
        if of == "json":
            # Numbers as they are written, keys in their order, also those that stand twice.
            return repr(json.loads(text, object_pairs_hook=lambda pairs: ("object", pairs), parse_float=str, parse_int=int))
        return repr(tomllib.loads(text)) if of == "toml" else repr([shown(one, {}) for one in yaml.compose_all(text, yaml.SafeLoader)])
    except (ValueError, RecursionError, yaml.YAMLError):
        return None


def shown(node, known):
    """A node that stands twice is an alias."""
    if node is None or id(node) in known:
        return known.get(id(node))
    known[id(node)] = len(known)
    if isinstance(node, yaml.ScalarNode):
        return (node.tag, node.value)
    return (node.tag, [[shown(one, known) for one in part] if isinstance(part, tuple) else shown(part, known) for part in node.value])


asked = json.load(sys.stdin)
print(json.dumps([meaning(asked["of"], text) for text in asked["texts"]]))
