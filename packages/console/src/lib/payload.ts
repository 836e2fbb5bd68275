/** Returns undefined if the text is not Base64. */
export function bytesFromBase64(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const binary = atob(base64)
    const bytes = new Uint8Array(binary.length)
    // `Uint8Array.from` takes a hundred times as long for a megabyte.
    for (let at = 0; at < bytes.length; at += 1) bytes[at] = binary.charCodeAt(at)
    return bytes
  } catch (error) {
    if (error instanceof DOMException) return undefined
    throw error
  }
}

/** A number of arguments that every engine accepts. */
const CODES_AT_ONCE = 8192

export const base64FromBytes = (bytes: Uint8Array): string => btoa(stringFromUnits(bytes))

/** Returns the string of these UTF-16 code units. */
export function stringFromUnits(units: Uint8Array | Uint16Array): string {
  let text = ''
  for (let at = 0; at < units.length; at += CODES_AT_ONCE)
    text += Reflect.apply(String.fromCharCode, undefined, units.subarray(at, at + CODES_AT_ONCE))
  return text
}

/** Reads pairs of hex digits, optionally separated by white space or colons; undefined for any other text. */
export function bytesFromHex(hex: string): Uint8Array<ArrayBuffer> | undefined {
  const digits = hex.replace(/^\s*0x/i, '').replace(/[\s:]+/g, '')
  if (digits.length % 2 === 1 || !/^[0-9a-f]*$/i.test(digits)) return undefined
  const bytes = new Uint8Array(digits.length / 2)
  for (let at = 0; at < bytes.length; at += 1)
    bytes[at] = parseHexDigit(digits.charCodeAt(at * 2)) * 16 + parseHexDigit(digits.charCodeAt(at * 2 + 1))
  return bytes
}

/** Returns the value of a hex digit from its character code: the letters follow the digits. */
const parseHexDigit = (code: number): number => (code <= 0x39 ? code - 0x30 : (code | 0x20) - 0x57)

/** The hex digits in ASCII. Text of a megabyte is written as bytes, because joining strings takes seconds. */
const DIGITS = new TextEncoder().encode('0123456789abcdef')
const ascii = new TextDecoder('latin1')

function writeHex(to: Uint8Array, at: number, byte: number): void {
  to[at] = DIGITS[byte >> 4] ?? 0
  to[at + 1] = DIGITS[byte & 0xf] ?? 0
}

/** Prints bytes as hex; `separator` is ASCII. */
export function hexFromBytes(bytes: Uint8Array, separator = ''): string {
  const between = new TextEncoder().encode(separator)
  const step = 2 + between.length
  const hex = new Uint8Array(bytes.length * step)
  for (const [index, byte] of bytes.entries()) {
    writeHex(hex, index * step, byte)
    hex.set(between, index * step + 2)
  }
  return ascii.decode(hex.subarray(0, Math.max(0, hex.length - between.length)))
}

/**
 * Decodes UTF-8; invalid bytes become � and set `isText` to false. With `isCut` an incomplete last character is no
 * error.
 */
export function textFromBytes(bytes: Uint8Array, isCut = false): { text: string; isText: boolean } {
  const decode = (fatal: boolean) =>
    new TextDecoder('utf-8', { ignoreBOM: true, fatal }).decode(bytes, { stream: isCut })
  try {
    return { text: decode(true), isText: true }
  } catch (error) {
    if (error instanceof TypeError) return { text: decode(false), isText: false }
    throw error
  }
}

export function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch (error) {
    if (error instanceof SyntaxError) return false
    throw error
  }
}

const DUMPED = 16

/** Prints `0000  48 65 6c 6c 6f …  Hello`, sixteen bytes per line. */
export function hexDump(bytes: Uint8Array): string {
  const offsetDigits = Math.max(4, bytes.length.toString(16).length)
  const [hexAt, textAt] = [offsetDigits + 2, offsetDigits + 3 * DUMPED + 3]
  const dump = new Uint8Array(Math.ceil(bytes.length / DUMPED) * (textAt + DUMPED + 1)).fill(0x20)
  let end = 0
  for (let offset = 0; offset < bytes.length; offset += DUMPED) {
    const start = offset === 0 ? 0 : end + 1
    if (offset > 0) dump[end] = 0x0a
    for (let digit = 0; digit < offsetDigits; digit += 1)
      dump[start + offsetDigits - 1 - digit] = DIGITS[(offset >> (4 * digit)) & 0xf] ?? 0
    const count = Math.min(DUMPED, bytes.length - offset)
    for (let at = 0; at < count; at += 1) {
      const byte = bytes[offset + at] ?? 0
      writeHex(dump, start + hexAt + 3 * at, byte)
      dump[start + textAt + at] = byte >= 0x20 && byte < 0x7f ? byte : 0x2e
    }
    end = start + textAt + count
  }
  return ascii.decode(dump.subarray(0, end))
}
