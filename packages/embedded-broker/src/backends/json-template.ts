import { parseTemplate, renderTemplate } from '@brokerdeck/languages/access-rules/template.ts'
import { isPlainObject } from '../config/plain-object.ts'

type LookUp = (name: string) => string | undefined

/** Fills the placeholders in the strings of a value; field names stay unchanged. */
export function renderJson(value: unknown, isAllowed: (name: string) => boolean, lookUp: LookUp): unknown {
  if (typeof value === 'string') return renderTemplate(parseTemplate(value, isAllowed), lookUp)
  if (Array.isArray(value)) return value.map((one) => renderJson(one, isAllowed, lookUp))
  if (!isPlainObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, renderJson(one, isAllowed, lookUp)]),
  )
}
