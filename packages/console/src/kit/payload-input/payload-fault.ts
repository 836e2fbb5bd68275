import { payloadInput as m } from '#kit/messages/page.ts'
import { bytesOfDraft, type PayloadDraft } from '#lib/payload-draft.ts'

const words = { text: m.faultText, json: m.faultJson, hex: m.faultHex, base64: m.faultBase64 } as const

/** Returns the reason why the input is not a payload of its kind; undefined for a valid payload. */
export function payloadFault(draft: PayloadDraft): string | undefined {
  return bytesOfDraft(draft) === undefined ? words[draft.kind] : undefined
}
