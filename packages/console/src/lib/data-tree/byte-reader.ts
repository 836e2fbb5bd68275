import type { DataNode } from './data-node.ts'
import { DecodeError } from './decode-within.ts'

/** Reads numbers, texts and bytes one after the other, never beyond the end. Both formats are big-endian. */
export class ByteReader {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  }

  get left(): number {
    return this.#bytes.length - this.#at
  }

  peek(): number | undefined {
    return this.#bytes[this.#at]
  }

  take(length: number): Uint8Array {
    const at = this.#skip(length)
    return this.#bytes.subarray(at, at + length)
  }

  byte(): number {
    return this.#view.getUint8(this.#skip(1))
  }

  /** Reads an unsigned integer of 1, 2, 4 or 8 bytes. */
  whole(size: number): number | bigint {
    const at = this.#skip(size)
    if (size === 1) return this.#view.getUint8(at)
    if (size === 2) return this.#view.getUint16(at)
    return size === 4 ? this.#view.getUint32(at) : this.#view.getBigUint64(at)
  }

  readSigned(size: number): bigint {
    return BigInt.asIntN(size * 8, BigInt(this.whole(size)))
  }

  /**
   * Reads the number of items or bytes that follow: each needs at least one byte, so a false number allocates no
   * memory.
   */
  count(size: number): number {
    return this.within(this.whole(size))
  }

  within(count: number | bigint): number {
    if (count > this.left) throw new DecodeError('malformed')
    return Number(count)
  }

  half(): DataNode {
    const bits = Number(this.whole(2))
    const [exponent, fraction] = [(bits >> 10) & 0x1f, bits & 0x3ff]
    const size =
      exponent === 31
        ? fraction === 0
          ? Number.POSITIVE_INFINITY
          : Number.NaN
        : exponent === 0
          ? fraction * 2 ** -24
          : (1024 + fraction) * 2 ** (exponent - 25)
    return numberNode(bits & 0x8000 ? -size : size)
  }

  single(): DataNode {
    const number = this.#view.getFloat32(this.#skip(4))
    // The float 0.1 of four bytes is 0.10000000149011612 in eight bytes: print the fewest digits that give the same
    // four bytes.
    for (let digits = Math.abs(number) < SMALLEST_NORMAL ? 1 : 6; digits < 9; digits += 1) {
      const short = Number(number.toPrecision(digits))
      if (Math.fround(short) === number) return numberNode(short)
    }
    return numberNode(number)
  }

  double(): DataNode {
    return numberNode(this.#view.getFloat64(this.#skip(8)))
  }

  /** Reads UTF-8; bytes that are not valid UTF-8 stay bytes. */
  text(length: number): DataNode {
    const bytes = this.take(length)
    try {
      return { kind: 'text', text: utf8.decode(bytes) }
    } catch (error) {
      if (error instanceof TypeError) return { kind: 'bytes', bytes }
      throw error
    }
  }

  /** Skips the bytes and returns the position of the first skipped byte. */
  #skip(length: number): number {
    if (length > this.left) throw new DecodeError('malformed')
    this.#at += length
    return this.#at - length
  }
}

/**
 * The smallest normal number of four bytes. From this number on six digits are always exact, so shorter numbers are
 * found among six digits.
 */
const SMALLEST_NORMAL = 2 ** -126

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export function numberNode(number: number | bigint): DataNode {
  return { kind: 'number', text: Object.is(number, -0) ? '-0' : String(number) }
}
