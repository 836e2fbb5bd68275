const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** All of ASCII but the carriage return, which is one with a line feed behind it. */
const isPlain = (text: string) => {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code > 0x7f || code === 0x0d) return false
  }
  return true
}

/** What a reader counts as characters. */
export function graphemes(text: string): string[] {
  return isPlain(text) ? text.split('') : Array.from(segmenter.segment(text), ({ segment }) => segment)
}

/** Where one sequence stands in another, from `from`; -1 if nowhere. */
export function indexOfGraphemes(
  parts: readonly string[],
  wanted: readonly string[],
  from: number,
  which: 'first' | 'last',
): number {
  const stands = (at: number) => wanted.every((part, step) => parts[at + step] === part)
  const last = parts.length - wanted.length
  if (which === 'last') {
    for (let at = last; at >= from; at--) if (stands(at)) return at
  } else {
    for (let at = from; at <= last; at++) if (stands(at)) return at
  }
  return -1
}
