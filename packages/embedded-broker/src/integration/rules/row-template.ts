import { encodeJson } from '@brokerdeck/contract/rule-sql/evaluate/json-text.ts'
import { filled, single } from '@brokerdeck/contract/rule-sql/evaluate/row-template.ts'
import { type TermMap, toBytes } from '@brokerdeck/contract/rule-sql/evaluate/term.ts'

export { filled, single, valueAt } from '@brokerdeck/contract/rule-sql/evaluate/row-template.ts'

/** Bytes that a single name stands for stay what they are. */
export function filledBinary(template: string, row: TermMap): Buffer {
  const only = single(template, row)
  return Buffer.from(
    typeof only === 'string' || only instanceof Uint8Array ? toBytes(only) : filled(template, row),
  )
}

/** Without a template it is all there is. */
export const filledBytes = (template: string, row: TermMap): Buffer =>
  template === '' ? Buffer.from(encodeJson(row)) : filledBinary(template, row)

/** Whether what is written, or what a name stands for, is true. */
export function truth(given: boolean | string, row: TermMap): boolean {
  const value = typeof given === 'string' ? single(given, row) : given
  return value === true || value === 'true' || value === 1n
}
