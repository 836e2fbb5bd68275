import { CodecFault } from './schema-fault.ts'

/** Reads untrusted bytes; throws if bytes are missing. */
export class ByteReader {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length
  }

  take(length: number): Uint8Array {
    if (!(length >= 0 && this.#at + length <= this.#bytes.length))
      throw new CodecFault('the payload ends too early')
    const taken = this.#bytes.subarray(this.#at, this.#at + length)
    this.#at += length
    return taken
  }

  byte(): number {
    return this.take(1)[0] ?? 0
  }

  #place(length: number): number {
    this.take(length)
    return this.#at - length
  }

  float(): number {
    return this.#view.getFloat32(this.#place(4), true)
  }

  double(): number {
    return this.#view.getFloat64(this.#place(8), true)
  }

  fixed32(): bigint {
    return BigInt(this.#view.getUint32(this.#place(4), true))
  }

  fixed64(): bigint {
    return this.#view.getBigUint64(this.#place(8), true)
  }

  /** Reads seven bits per byte, the lowest first, up to 64 bits. */
  varint(): bigint {
    let value = 0n
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.byte()
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return BigInt.asUintN(64, value)
    }
    throw new CodecFault('a number is too long')
  }

  /** Checks that the payload can contain this length. */
  length(value: bigint): number {
    if (value < 0n || value > BigInt(this.#bytes.length)) throw new CodecFault('a length is out of range')
    return Number(value)
  }
}

export function varintBytes(value: bigint): readonly bigint[] {
  const bytes: bigint[] = []
  let rest = BigInt.asUintN(64, value)
  while (rest > 0x7fn) {
    bytes.push((rest & 0x7fn) | 0x80n)
    rest >>= 7n
  }
  return [...bytes, rest]
}

export const zigzag = (value: bigint): bigint => BigInt.asUintN(64, (value << 1n) ^ (value >> 63n))
export const unzigzag = (value: bigint): bigint => BigInt.asIntN(64, (value >> 1n) ^ -(value & 1n))

export function floatBytes(value: number, size: 4 | 8): Uint8Array {
  const bytes = new Uint8Array(size)
  const view = new DataView(bytes.buffer)
  if (size === 4) view.setFloat32(0, value, true)
  else view.setFloat64(0, value, true)
  return bytes
}
