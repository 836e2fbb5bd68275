/** Encodes ASN.1 in DER (X.690), as far as a certificate needs it. */

function toTagged(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts)
  const { length } = body
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), body])
}

export const sequence = (...parts: readonly Uint8Array[]) => toTagged(0x30, ...parts)
export const set = (...parts: readonly Uint8Array[]) => toTagged(0x31, ...parts)
export const octets = (bytes: Uint8Array) => toTagged(0x04, bytes)
export const bits = (bytes: Uint8Array) => toTagged(0x03, Buffer.from([0]), bytes)
export const utf8 = (text: string) => toTagged(0x0c, Buffer.from(text))
export const yes = toTagged(0x01, Buffer.from([0xff]))

/** Encodes a positive number, most significant byte first. */
export function integer(bytes: Uint8Array): Buffer {
  const isNegative = (bytes[0] ?? 0) > 127
  return toTagged(0x02, Buffer.from(isNegative ? [0, ...bytes] : bytes))
}

export const explicit = (number: number, part: Uint8Array) => toTagged(0xa0 + number, part)
export const implicit = (number: number, bytes: Uint8Array) => toTagged(0x80 + number, bytes)

/** Encodes a time such as `20360101000000Z` without its century: valid for years up to 2049. */
export function utcTime(at: Date): Buffer {
  return toTagged(0x17, Buffer.from(`${at.toISOString().replaceAll(/\D/g, '').slice(2, 14)}Z`))
}

export function objectId(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  const arcs = [first * 40 + second, ...rest]
  return toTagged(0x06, Buffer.from(arcs.flatMap(base128)))
}

function base128(arc: number): number[] {
  const digits = [arc & 0x7f]
  for (let left = arc >> 7; left > 0; left >>= 7) digits.unshift((left & 0x7f) | 0x80)
  return digits
}
