import type { PayloadEncoding } from '@brokerdeck/contract/diagnose/trace.ts'

/** Of a payload; what is longer says how much is missing. */
const mostShownBytes = 1024

export interface ShownPayload {
  readonly encoding: PayloadEncoding
  readonly text: string
}

/** What is no UTF-8 is shown in hex even where text is wanted. */
export function showPayload(payload: Uint8Array, wanted: PayloadEncoding): ShownPayload {
  if (wanted === 'hidden') return { encoding: 'hidden', text: '******' }
  const isCut = payload.length > mostShownBytes
  const bytes = Buffer.from(payload.subarray(0, mostShownBytes))
  const text = wanted === 'text' ? asUtf8(bytes, isCut) : undefined
  const shown = text ?? bytes.toString('hex').toUpperCase()
  return {
    encoding: text === undefined ? 'hex' : 'text',
    text: isCut ? `${shown}…(${payload.length - mostShownBytes} bytes)` : shown,
  }
}

/** With `isCut` the last character may be incomplete, and is left out. */
function asUtf8(bytes: Uint8Array, isCut: boolean): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: isCut })
  } catch {
    return undefined
  }
}
