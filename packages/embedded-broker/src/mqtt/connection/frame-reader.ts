export type FrameProblem = 'malformed' | 'too-large'

/**
 * Splits a byte stream into MQTT control packets (fixed header included), so that a packet that is too large is
 * refused before it is buffered, and so that a parser never reads beyond the packet that it is given.
 */
export class FrameReader {
  readonly #maxSize: number
  #chunks: Buffer[] = []
  #length = 0

  constructor(maxSize: number) {
    this.#maxSize = maxSize
  }

  /** The number of buffered bytes. */
  get length(): number {
    return this.#length
  }

  push(chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.#length += chunk.length
  }

  /** Returns the next complete packet, or undefined if more bytes are needed. */
  next(): Buffer | FrameProblem | undefined {
    let size = 0
    let factor = 1
    for (let index = 1; ; index++) {
      if (index >= this.#length) return undefined
      const byte = this.#at(index)
      size += (byte & 0x7f) * factor
      if ((byte & 0x80) === 0) {
        const total = size + index + 1
        if (total > this.#maxSize) return 'too-large'
        return total <= this.#length ? this.#take(total) : undefined
      }
      factor *= 0x80
      if (index === 4) return 'malformed'
    }
  }

  #at(index: number): number {
    let offset = index
    for (const chunk of this.#chunks) {
      if (offset < chunk.length) return chunk[offset] ?? 0
      offset -= chunk.length
    }
    return 0
  }

  #take(total: number): Buffer {
    let first = this.#chunks[0] ?? Buffer.alloc(0)
    if (first.length < total) {
      first = Buffer.concat(this.#chunks)
      this.#chunks = [first]
    }
    const frame = first.subarray(0, total)
    if (first.length === total) this.#chunks.shift()
    else this.#chunks[0] = first.subarray(total)
    this.#length -= total
    return frame
  }
}
