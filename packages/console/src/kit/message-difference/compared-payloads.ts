import { printData } from '#lib/data-tree/print-data.ts'
import { type DifferentLine, lineDifference } from '#lib/line-difference.ts'
import { hexDump, textFromBytes } from '#lib/payload.ts'
import { decodePayload, isTreeForm, type PayloadForm, suggestForm } from '#lib/payload-form.ts'

export interface ComparedPayload {
  readonly bytes: Uint8Array
  readonly contentType?: string | undefined
}

/** The form that says most of both: what they both are, else text, else hex. */
export function commonForm(before: ComparedPayload, after: ComparedPayload): PayloadForm {
  const [left, right] = [before, after].map(({ bytes, contentType }) => suggestForm(bytes, contentType))
  if (left === right && left !== undefined) return left
  return [before, after].every(({ bytes }) => textFromBytes(bytes).isText) ? 'text' : 'hex'
}

export function comparedPayloads(
  before: ComparedPayload,
  after: ComparedPayload,
  form: PayloadForm,
  sortsKeys: boolean,
): readonly DifferentLine[] {
  return lineDifference(linesOf(before.bytes, form, sortsKeys), linesOf(after.bytes, form, sortsKeys))
}

function linesOf(bytes: Uint8Array, form: PayloadForm, sortsKeys: boolean): readonly string[] {
  if (bytes.length === 0) return []
  if (isTreeForm(form)) {
    const result = decodePayload(bytes, form)
    if (result.kind === 'tree') return printData(result.root, { sortsKeys }).split('\n')
  }
  if (form === 'hex') return hexDump(bytes).split('\n')
  return textFromBytes(bytes).text.split('\n')
}
