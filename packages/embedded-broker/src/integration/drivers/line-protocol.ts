import { textOf } from '@brokerdeck/contract/rule-sql/evaluate/functions/text-of.ts'
import { type TermMap, visibleText } from '@brokerdeck/contract/rule-sql/evaluate/term.ts'
import { filled, single } from '../rules/row-template.ts'

interface Pair {
  readonly name: string
  readonly value: string
}

/** One line of a write syntax, its parts with their placeholders. */
export interface LineTemplate {
  readonly measurement: string
  readonly tags: readonly Pair[]
  readonly fields: readonly Pair[]
  readonly timestamp: string
}

export class LineSyntaxFault extends Error {}

/** Cut where the mark stands outside of quotes, placeholders and after no backslash. */
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

function pairOf(text: string): Pair {
  const [name = '', ...rest] = cut(text, /=/)
  if (name === '' || rest.length === 0) throw new LineSyntaxFault(`no name and value: ${text}`)
  return { name, value: rest.join('=') }
}

/** `measurement,tag=a field="b",other=1i ${timestamp}`, one on each line. */
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
      return { measurement, tags: tags.map(pairOf), fields: cut(fields, /,/).map(pairOf), timestamp }
    })
}

/** What ends a name or a tag; a line break would begin another line. A backslash cannot be escaped: none may stand before an end. */
const escaped = (text: string) =>
  text
    .replaceAll(/[\n\r]/g, ' ')
    .replaceAll(/\\+(?=[ ,=\\]|$)/g, '')
    .replaceAll(/[ ,=]/g, '\\$&')

const unescaped = (template: string) => template.replaceAll(/\\([ ,=])/g, '$1')

const quoted = (text: string) => `"${text.replaceAll(/["\\]/g, '\\$&')}"`

const missing = (template: string, row: TermMap) =>
  [...template.matchAll(/\$\{[^}]*\}/g)].every(([one]) => single(one, row) === undefined) &&
  template.includes('${')

/** A text, unless the template says that it is an integer, a number or a truth. */
function fieldOf(template: string, row: TermMap): string {
  const inner = /^"(.*)"$/s.exec(template)?.[1]
  if (inner !== undefined) return quoted(filled(inner.replaceAll(/\\(["\\])/g, '$1'), row))
  const only = /^\$\{[^}]*\}$/.test(template) ? single(template, row) : undefined
  if (typeof only === 'bigint' || typeof only === 'number' || typeof only === 'boolean')
    return visibleText(textOf(only))
  const text = filled(template, row)
  if (/^-?\d+[iu]$/.test(text) || /^-?\d+(\.\d+)?([eE][-+]?\d+)?$/.test(text)) return text
  return /^(t|f|true|false)$/i.test(text) ? text : quoted(text)
}

const divisors = { ns: 1_000_000n, us: 1000n, ms: 1n, s: 1n } as const

function timestampOf(template: string, row: TermMap, precision: keyof typeof divisors): string {
  const text = template === '' ? '' : filled(template, row)
  if (/^-?\d{1,19}$/.test(text)) return ` ${text}`
  if (text !== '') throw new LineSyntaxFault(`no timestamp: ${text}`)
  const now = BigInt(Date.now())
  return ` ${precision === 's' ? now / 1000n : now * divisors[precision]}`
}

/** The lines of one row. Tags and fields without a value are left out, as the broker does; so is a line without fields. */
export function renderLines(
  templates: readonly LineTemplate[],
  row: TermMap,
  precision: keyof typeof divisors,
): readonly string[] {
  return templates.flatMap(({ measurement, tags, fields, timestamp }) => {
    const given = fields.filter(({ value }) => !missing(value, row))
    if (given.length === 0) return []
    const name = (template: string) => escaped(filled(unescaped(template), row))
    const tagged = tags
      .filter(({ value }) => !missing(value, row))
      .map((tag) => `,${name(tag.name)}=${name(tag.value)}`)
    const written = given.map((field) => `${name(field.name)}=${fieldOf(field.value, row)}`)
    return `${name(measurement)}${tagged.join('')} ${written.join(',')}${timestampOf(timestamp, row, precision)}`
  })
}
