import { decodeJson } from './evaluate/decode-json.ts'
import { isBinary, type TermMap } from './evaluate/term.ts'

/** The maximum length in characters: a longer payload is not parsed for a hint during typing. */
const longestPayload = 64 * 1024

/** Returns true if access into the payload fails because it is no JSON. */
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
