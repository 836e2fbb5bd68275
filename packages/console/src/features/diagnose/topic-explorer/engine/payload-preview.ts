import { hexFromBytes, textFromBytes } from '#lib/payload.ts'
import { truncate } from '#lib/visible-text.ts'

/** The beginning of a payload on one line: its text, or its bytes where it is none. */
export function payloadPreview(payload: Uint8Array, length: number): string {
  const head = payload.subarray(0, length * 4)
  const { text, isText } = textFromBytes(head, head.length < payload.length)
  if (isText) return truncate(text.replace(/\s+/g, ' ').trim(), length)
  return hexFromBytes(payload.subarray(0, Math.floor(length / 3)), ' ')
}
