import { LineSyntaxFault, type LineTemplate } from '@brokerdeck/contract/integration/line-protocol.ts'
import { textOf } from '@brokerdeck/contract/rule-sql/evaluate/functions/text-of.ts'
import { type TermMap, visibleText } from '@brokerdeck/contract/rule-sql/evaluate/term.ts'
import { filled, single } from '../rules/row-template.ts'

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
