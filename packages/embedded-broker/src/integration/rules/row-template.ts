import { encodeJson } from '@brokerdeck/languages/rule-sql/evaluate/json-text.ts'
import { fillTemplate, single } from '@brokerdeck/languages/rule-sql/evaluate/row-template.ts'
import { type TermMap, toBytes } from '@brokerdeck/languages/rule-sql/evaluate/term.ts'

export { fillTemplate, single, valueAt } from '@brokerdeck/languages/rule-sql/evaluate/row-template.ts'

/** Bytes that a single name stands for stay what they are. */
export function fillBinary(template: string, row: TermMap): Buffer {
  const only = single(template, row)
  return Buffer.from(
    typeof only === 'string' || only instanceof Uint8Array ? toBytes(only) : fillTemplate(template, row),
  )
}

/** Without a template it is all there is. */
export const fillBytes = (template: string, row: TermMap): Buffer =>
  template === '' ? Buffer.from(encodeJson(row)) : fillBinary(template, row)

/** Whether what is written, or what a name stands for, is true. */
export function truth(given: boolean | string, row: TermMap): boolean {
  const value = typeof given === 'string' ? single(given, row) : given
  return value === true || value === 'true' || value === 1n
}
