import { Duplex } from 'node:stream'

class Half extends Duplex {
  #other: Half | undefined
  #resumeOther: (() => void) | undefined

  constructor() {
    // As with a socket, the end of the other side ends both sides.
    super({ allowHalfOpen: false })
  }

  join(other: Half): void {
    this.#other = other
  }

  override _read(): void {
    const resume = this.#resumeOther
    this.#resumeOther = undefined
    resume?.()
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#other?.receive(chunk, done)
  }

  override _final(done: () => void): void {
    this.#other?.push(null)
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    const other = this.#other
    // As with a socket, the other side is notified a moment later.
    setImmediate(() => other?.destroyed === false && other.destroy())
    done(error)
  }

  receive(chunk: Buffer, done: () => void): void {
    if (this.destroyed || this.push(chunk)) setImmediate(done)
    else this.#resumeOther = done
  }
}

/** Returns the two ends of a connection in memory. */
export function duplexPair(): readonly [Duplex, Duplex] {
  const near = new Half()
  const far = new Half()
  near.join(far)
  far.join(near)
  return [near, far]
}
