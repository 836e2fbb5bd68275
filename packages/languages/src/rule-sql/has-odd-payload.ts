import { decodeJson } from './evaluate/decode-json.ts'
import { isBinary, type TermMap } from './evaluate/term.ts'

/** Characters. A longer payload is not read for a hint while somebody types. */
const longestPayload = 64 * 1024

/** Whether looking into the payload fails: it is no JSON. */
export function hasOddPayload(sample: TermMap | undefined): boolean {
  const payload = sample?.get('payload')
  if (payload === undefined || !isBinary(payload) || payload.length > longestPayload) return false
  try {
    decodeJson(payload)
    return false
  } catch {
    return true
  }
}
