/** Splits a command into words and removes the quotes of quoted words; returns undefined if a quote is not closed. */
export function splitRedis(command: string): readonly string[] | undefined {
  const words: string[] = []
  const pattern = /\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|([^\s"']+))(?=\s|$)/y
  const text = command.trim()
  while (pattern.lastIndex < text.length) {
    const found = pattern.exec(text)
    if (found === null) return undefined
    const [, double, single, bare] = found
    words.push(bare ?? (double ?? single ?? '').replace(/\\(.)/gs, '$1'))
  }
  return words
}
