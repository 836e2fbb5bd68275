import { encodeJson } from '@brokerdeck/languages/rule-sql/evaluate/json-text.ts'
import { fillTemplate, single } from '@brokerdeck/languages/rule-sql/evaluate/row-template.ts'
import { type TermMap, toBytes } from '@brokerdeck/languages/rule-sql/evaluate/term.ts'

export { fillTemplate, single, valueAt } from '@brokerdeck/languages/rule-sql/evaluate/row-template.ts'

/** Fills a template; bytes that a single name stands for stay unchanged. */
export function fillBinary(template: string, row: TermMap): Buffer {
  const only = single(template, row)
  return Buffer.from(
    typeof only === 'string' || only instanceof Uint8Array ? toBytes(only) : fillTemplate(template, row),
  )
}

/** Fills a template; an empty template stands for the whole row. */
export const fillBytes = (template: string, row: TermMap): Buffer =>
  template === '' ? Buffer.from(encodeJson(row)) : fillBinary(template, row)

/** Tells whether a value, or the value of a placeholder, is true. */
export function truth(given: boolean | string, row: TermMap): boolean {
  const value = typeof given === 'string' ? single(given, row) : given
  return value === true || value === 'true' || value === 1n
}
