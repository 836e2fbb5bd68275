const named: Readonly<Record<string, string>> = {
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\v': '\\v',
  '\f': '\\f',
  '\r': '\\r',
  '\u001b': '\\e',
  '\u007f': '\\d',
}

/** Text that stays in its line: what would end it, hide in it or turn its direction is written as Erlang escapes it. */
export function visibleLine(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Surrogate}\u2028-\u202e\u2066-\u2069]/gu,
    (character) => named[character] ?? `\\x{${character.charCodeAt(0).toString(16).toUpperCase()}}`,
  )
}
