/** The words of a command, quoted ones without their quotes; undefined if a quote is left open. */
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
