import { parsePem } from './pem.ts'

interface DerPart {
  readonly tag: number
  readonly content: Uint8Array
  /** The bytes that follow the value. */
  readonly rest: Uint8Array
}

const [integerTag, bitStringTag, sequenceTag] = [0x02, 0x03, 0x30]

/** Returns the bits of the modulus of an RSA public key in PEM, PKCS #1 or X.509; undefined for anything else. */
export function readRsaBits(pem: string): number | undefined {
  const block = parsePem(pem).find(({ label }) => label.endsWith('PUBLIC KEY'))
  const whole = takePart(block?.bytes, sequenceTag)
  const algorithm = takePart(whole?.content, sequenceTag)
  const wrapped = takePart(algorithm?.rest, bitStringTag)
  const key = algorithm === undefined ? whole : takePart(wrapped?.content.subarray(1), sequenceTag)
  const modulus = takePart(key?.content, integerTag)?.content
  const start = modulus?.findIndex((byte) => byte !== 0) ?? -1
  if (modulus === undefined || start === -1) return undefined
  return (modulus.length - start) * 8 - (Math.clz32(modulus[start] ?? 0) - 24)
}

/** Returns the first value of DER (X.690 §8.1), if it has the expected tag and is complete. */
function takePart(bytes: Uint8Array | undefined, expected: number): DerPart | undefined {
  const [tag, size = 0] = bytes ?? []
  if (bytes === undefined || tag !== expected) return undefined
  const more = size < 0x80 ? 0 : size & 0x7f
  const length = more === 0 ? size : bytes.subarray(2, 2 + more).reduce((sum, byte) => sum * 256 + byte, 0)
  const end = 2 + more + length
  if (more > 4 || end > bytes.length) return undefined
  return { tag, content: bytes.subarray(2 + more, end), rest: bytes.subarray(end) }
}
