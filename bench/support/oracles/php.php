<?php
// What PHP itself makes of programs, without places. In: JSON, a list of texts. Out: a list of texts, null = no program.
function shown($node): string {
    if (!$node instanceof ast\Node) return var_export($node, true);
    // Numbers of declarations, and where they end.
    $parts = array_diff_key($node->children, ['__declId' => 0, 'docComment' => 0]);
    $inside = array_map(fn($key, $part) => "$key:" . shown($part), array_keys($parts), $parts);
    return '(' . ast\get_kind_name($node->kind) . ' ' . $node->flags . ' ' . implode(' ', $inside) . ')';
}

$meanings = array_map(function (string $text): ?string {
    try {
        return shown(ast\parse_code($text, 90));
    } catch (\Error) {
        return null;
    }
}, json_decode(stream_get_contents(STDIN)));
echo json_encode($meanings, JSON_INVALID_UTF8_SUBSTITUTE);
