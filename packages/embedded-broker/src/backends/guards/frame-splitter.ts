import { AnswerTooLargeError, longestMessage, MalformedAnswerError } from './answer-guard.ts'

interface FrameKind {
  /** How long the frame is that begins here; undefined while its head is not complete. May throw. */
  readonly measure: (bytes: Buffer) => number | undefined
  /** Throws where the whole frame must not be read. */
  readonly check: (frame: Buffer) => void
  readonly longest?: number
}

const firstRoom = 1024

/** Cuts what arrives into frames, however it was divided on its way, and keeps at most one of them. */
export class FrameSplitter {
  readonly #kind: FrameKind
  #kept = Buffer.alloc(0)
  #length = 0

  constructor(kind: FrameKind) {
    this.#kind = kind
  }

  /** Throws with the chunk that completes a bad frame or a bad head. */
  split(chunk: Buffer): void {
    let rest = chunk
    // What is kept is one frame at most, so only the first of a chunk is ever copied.
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

  /** Adds to the frame that is kept as much as it lacks; gives what is left. */
  #complete(chunk: Buffer): Buffer {
    const before = this.#length
    const known = this.#measure(this.#kept.subarray(0, before))
    // One byte at a time as long as the head is not complete: heads are short.
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
