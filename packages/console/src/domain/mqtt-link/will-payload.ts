import { bytesFromBase64 } from '#lib/payload.ts'
import type { ConnectionSettings } from './connection-settings.ts'

/** The bytes of a last will, which was checked when it was typed. */
export function willPayload({
  payload,
  encoding,
}: Pick<ConnectionSettings['will'], 'payload' | 'encoding'>): Uint8Array {
  if (encoding === 'text') return new TextEncoder().encode(payload)
  if (encoding === 'base64') return bytesFromBase64(payload) ?? new Uint8Array()
  return Uint8Array.from(payload.match(/[0-9a-f]{2}/gi) ?? [], (byte) => Number.parseInt(byte, 16))
}
