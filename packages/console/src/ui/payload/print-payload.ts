import { printData } from '#lib/data-tree/print-data.ts'
import { base64FromBytes, hexDump, textFromBytes } from '#lib/payload.ts'
import { decodePayload, isTreeForm, type PayloadForm } from '#lib/payload-form.ts'

/** Returns the payload in one of its forms as text; bytes that cannot be decoded are printed as plain text. */
export function printPayload(bytes: Uint8Array, form: PayloadForm): string {
  if (form === 'hex') return hexDump(bytes)
  if (form === 'base64') return base64FromBytes(bytes)
  const result = isTreeForm(form) ? decodePayload(bytes, form) : undefined
  return result?.kind === 'tree' ? printData(result.root) : textFromBytes(bytes).text
}
