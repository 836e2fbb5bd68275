interface Pair {
  readonly name: string
  readonly value: string
}

/** A line of a write syntax, split into its parts, with the placeholders as they are written. */
export interface LineTemplate {
  readonly measurement: string
  readonly tags: readonly Pair[]
  readonly fields: readonly Pair[]
  /** The timestamp; empty if the broker uses its own time. */
  readonly timestamp: string
}

export class LineSyntaxFault extends Error {}

/** Splits a text at the mark, except within quotes and placeholders and after a backslash. */
function cut(text: string, mark: RegExp): readonly string[] {
  const parts = ['']
  let isQuoted = false
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] ?? ''
    if (letter === '\\') {
      parts.push((parts.pop() ?? '') + letter + (text[++at] ?? ''))
      continue
    }
    if (letter === '"') isQuoted = !isQuoted
    if (text.startsWith('${', at)) depth = 1
    if (letter === '}') depth = 0
    if (!isQuoted && depth === 0 && mark.test(letter)) parts.push('')
    else parts.push((parts.pop() ?? '') + letter)
  }
  return parts
}

function parsePair(text: string): Pair {
  const [name = '', ...rest] = cut(text, /=/)
  if (name === '' || rest.length === 0) throw new LineSyntaxFault(`no name and value: ${text}`)
  return { name, value: rest.join('=') }
}

/**
 * Parses the InfluxDB line protocol with placeholders, as EMQX reads `write_syntax`: `measurement,tag=a
 * field="b",other=1i ${timestamp}`, one on each line. Throws LineSyntaxFault.
 */
export function parseLineProtocol(syntax: string): readonly LineTemplate[] {
  const lines = cut(syntax.replaceAll('\r\n', '\n'), /\n/).map((line) => line.trim())
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [head = '', fields = '', timestamp = '', ...more] = cut(line, /[ \t]/).filter(
        (part) => part !== '',
      )
      const [measurement = '', ...tags] = cut(head, /,/)
      if (measurement === '' || fields === '' || more.length > 0)
        throw new LineSyntaxFault(`no line of the line protocol: ${line}`)
      return { measurement, tags: tags.map(parsePair), fields: cut(fields, /,/).map(parsePair), timestamp }
    })
}

/** Prints a line in the form in which it is parsed; a tag or field without a name is left out. */
export function printLineTemplate({ measurement, tags, fields, timestamp }: LineTemplate): string {
  const printPairs = (pairs: readonly Pair[]) =>
    pairs.filter(({ name }) => name !== '').map(({ name, value }) => `${name}=${value}`)
  const head = [measurement, ...printPairs(tags)].join(',')
  return [head, printPairs(fields).join(','), timestamp].filter((part) => part !== '').join(' ')
}
