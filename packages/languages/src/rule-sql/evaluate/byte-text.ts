/** The maximum number of arguments of one call. */
const bytesAtOnce = 4096

/** Converts bytes to characters, one for each byte. */
export function toLatin(bytes: Uint8Array): string {
  const parts: string[] = []
  for (let at = 0; at < bytes.length; at += bytesAtOnce)
    parts.push(String.fromCharCode(...bytes.subarray(at, at + bytesAtOnce)))
  return parts.join('')
}

/** Converts characters below 256 to bytes, one for each character. */
export function latinToBytes(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length)
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at)
  return bytes
}

const codeOfDigit = latinToBytes('0123456789abcdef')

/** Converts bytes to hexadecimal, with two digits for each byte. */
export function bytesToHex(bytes: Uint8Array): string {
  const digits = new Uint8Array(bytes.length * 2)
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    digits[at * 2] = codeOfDigit[byte >> 4] ?? 0
    digits[at * 2 + 1] = codeOfDigit[byte & 15] ?? 0
  }
  return toLatin(digits)
}

/** The low bits of `A` and `a` are 1, and the digit means ten. */
const toDigit = (code: number) => (code < 0x40 ? code - 0x30 : (code & 0x1f) + 9)

/** Converts hexadecimal digits to bytes; the text must consist of an even number of digits. */
export function hexToBytes(digits: string): Uint8Array {
  const bytes = new Uint8Array(digits.length / 2)
  for (let at = 0; at < bytes.length; at++)
    bytes[at] = toDigit(digits.charCodeAt(at * 2)) * 16 + toDigit(digits.charCodeAt(at * 2 + 1))
  return bytes
}
