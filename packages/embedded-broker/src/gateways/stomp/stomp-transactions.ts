import type { StompFrame } from './stomp-frame.ts'

const maxTransactions = 16
const maxFrames = 100
/** Of all that one client has begun. */
const maxBytes = 1_048_576

/** What a client has begun and not yet committed. Each answer is what is wrong, if something is. */
export class StompTransactions {
  readonly #begun = new Map<string, StompFrame[]>()
  #bytes = 0

  begin(name: string): string | undefined {
    if (this.#begun.has(name)) return `Transaction ${name} already started`
    if (this.#begun.size >= maxTransactions) return 'Too many transactions'
    this.#begun.set(name, [])
    return undefined
  }

  add(name: string, frame: StompFrame): string | undefined {
    const frames = this.#begun.get(name)
    if (frames === undefined) return `Transaction ${name} not found`
    if (frames.length >= maxFrames || this.#bytes + frame.body.length > maxBytes)
      return `Transaction ${name} is too large`
    frames.push(frame)
    this.#bytes += frame.body.length
    return undefined
  }

  /** Its frames in their order; undefined if it is not known. */
  end(name: string): readonly StompFrame[] | undefined {
    const frames = this.#begun.get(name)
    this.#begun.delete(name)
    for (const { body } of frames ?? []) this.#bytes -= body.length
    return frames
  }
}
