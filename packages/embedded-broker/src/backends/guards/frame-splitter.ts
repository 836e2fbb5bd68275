import { AnswerTooLargeError, longestMessage, MalformedAnswerError } from './answer-guard.ts'

interface FrameKind {
  /**
   * Returns the length of the frame at the beginning of the bytes, or undefined while its head is incomplete. May
   * throw.
   */
  readonly measure: (bytes: Buffer) => number | undefined
  /** Throws if the library must not read this complete frame. */
  readonly check: (frame: Buffer) => void
  readonly longest?: number
}

const firstRoom = 1024

/** Splits the received bytes into frames, independent of the chunks in which they arrive; buffers at most one frame. */
export class FrameSplitter {
  readonly #kind: FrameKind
  #kept = Buffer.alloc(0)
  #length = 0

  constructor(kind: FrameKind) {
    this.#kind = kind
  }

  /** Throws at the chunk that completes an invalid frame or an invalid head. */
  split(chunk: Buffer): void {
    let rest = chunk
    // The buffer holds one frame at most, so only the first frame of a chunk is copied.
    while (this.#length > 0 && rest.length > 0) rest = this.#complete(rest)
    while (rest.length > 0) {
      const length = this.#measure(rest)
      if (length === undefined || length > rest.length) {
        this.#keep(rest)
        return
      }
      this.#kind.check(rest.subarray(0, length))
      rest = rest.subarray(length)
    }
  }

  /** Adds the missing bytes to the buffered frame; returns the rest of the chunk. */
  #complete(chunk: Buffer): Buffer {
    const before = this.#length
    const known = this.#measure(this.#kept.subarray(0, before))
    // Takes one byte at a time while the head is incomplete, because heads are short.
    const lacking = known === undefined ? 1 : known - before
    const taken = chunk.subarray(0, lacking)
    this.#keep(taken)
    const kept = this.#kept.subarray(0, this.#length)
    const length = known ?? this.#measure(kept)
    if (length !== undefined && length <= kept.length) {
      this.#kind.check(kept)
      this.#length = 0
      this.#kept = Buffer.alloc(0)
    }
    return chunk.subarray(taken.length)
  }

  #measure(bytes: Buffer): number | undefined {
    const length = this.#kind.measure(bytes)
    if (length === undefined) return undefined
    if (length <= 0) throw new MalformedAnswerError(`a message of ${length} bytes`)
    const { longest = longestMessage } = this.#kind
    if (length > longest) throw new AnswerTooLargeError(`a message of ${length} bytes`)
    return length
  }

  #keep(bytes: Buffer): void {
    const needed = this.#length + bytes.length
    if (needed > this.#kept.length) {
      const more = Buffer.allocUnsafe(Math.max(needed, this.#kept.length * 2, firstRoom))
      this.#kept.copy(more, 0, 0, this.#length)
      this.#kept = more
    }
    bytes.copy(this.#kept, this.#length)
    this.#length = needed
  }
}
