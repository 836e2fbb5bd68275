import { parseTemplate, renderTemplate } from '@brokerdeck/languages/access-rules/template.ts'
import * as v from 'valibot'
import { type HttpAsk, toUrlPath } from './http-resource.ts'
import { renderJson } from './json-template.ts'

type IsAllowed = (name: string) => boolean
type LookUp = (name: string) => string | undefined

export const httpTemplateShape = v.object({
  method: v.picklist(['get', 'post']),
  url: v.string(),
  headers: v.record(v.string(), v.string()),
  body: v.optional(v.record(v.string(), v.unknown())),
})
export type HttpTemplate = v.InferOutput<typeof httpTemplateShape>

const formType = 'application/x-www-form-urlencoded'

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

const formatForm = (fields: readonly (readonly [string, unknown])[]): string =>
  fields.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(asText(value))}`).join('&')

/**
 * Builds the request for a client. The values of placeholders are encoded, so each stays a single value wherever it
 * is inserted.
 */
export function httpAsk(template: HttpTemplate, isAllowed: IsAllowed, lookUp: LookUp): HttpAsk {
  const { method, url, headers, body = {} } = template
  const whole = toUrlPath(url)
  const mark = whole.indexOf('?')
  const path = renderTemplate(parseTemplate(mark < 0 ? whole : whole.slice(0, mark), isAllowed), (name) =>
    encodeURIComponent(lookUp(name) ?? ''),
  )
  const given = mark < 0 ? [] : [...new URLSearchParams(whole.slice(mark + 1))]
  const query = given.map(
    ([name, value]) => [name, renderTemplate(parseTemplate(value, isAllowed), lookUp)] as const,
  )
  const fields = Object.entries(body).map(
    ([name, value]) => [name, renderJson(value, isAllowed, lookUp)] as const,
  )
  const search = formatForm(method === 'get' ? [...query, ...fields] : query)
  const isForm = headers['content-type']?.startsWith(formType) === true
  const sent = isForm ? formatForm(fields) : JSON.stringify(Object.fromEntries(fields))
  return {
    method: method === 'get' ? 'GET' : 'POST',
    path: search === '' ? path : `${path}?${search}`,
    headers: fillHeaders(headers, isAllowed, lookUp),
    body: method === 'get' ? undefined : sent,
  }
}

function fillHeaders(headers: HttpTemplate['headers'], isAllowed: IsAllowed, lookUp: LookUp) {
  const value = (text: string) => headerText(renderTemplate(parseTemplate(text, isAllowed), lookUp))
  return Object.fromEntries(Object.entries(headers).map(([name, text]) => [name, value(text)]))
}

/**
 * Encodes control characters, because a header ends with its line. No character is dropped: two different names must
 * not become equal.
 */
function headerText(text: string): string {
  const line = text.replace(/(?!\t)\p{Cc}/gu, encodeURIComponent)
  // Sends UTF-8: the library writes one byte for each character.
  return Buffer.from(line, 'utf8').toString('latin1')
}
