import { type AnswerGuard, AnswerTooLargeError, MalformedAnswerError } from './answer-guard.ts'
import { FrameSplitter } from './frame-splitter.ts'

const headLength = 4
/**
 * The maximum number of packets until the next write. Each packet becomes a JavaScript object, which is larger than
 * the packet.
 */
const mostPackets = 20_000

function measure(bytes: Buffer): number | undefined {
  return bytes.length < headLength ? undefined : headLength + bytes.readUIntLE(0, 3)
}

/** Checks the packets of MySQL, which are numbered from the packet of the request on. */
class MysqlGuard implements AnswerGuard {
  readonly #splitter = new FrameSplitter({ measure, check: (frame) => this.#checkFrame(frame) })
  #packets = 0
  #next = 0
  /** Becomes true with the first command, which is a packet with number 0. */
  isGreeted = false

  check(chunk: Buffer): void {
    this.#splitter.split(chunk)
  }

  noteSent(chunk: Buffer): void {
    this.#packets = 0
    if (chunk[3] === 0) this.isGreeted = true
    let at = 0
    while (at + headLength <= chunk.length) {
      this.#next = ((chunk[at + 3] ?? 0) + 1) & 0xff
      at += headLength + chunk.readUIntLE(at, 3)
    }
  }

  #checkFrame(frame: Buffer): void {
    this.#packets++
    if (this.#packets > mostPackets) throw new AnswerTooLargeError(`more than ${mostPackets} packets`)
    const number = frame[3] ?? 0
    // The library prints every packet that is out of sequence.
    if (number !== this.#next)
      throw new MalformedAnswerError(`packet ${number} in the place of ${this.#next}`)
    this.#next = (number + 1) & 0xff
  }
}

export const openMysqlGuard = (): AnswerGuard => new MysqlGuard()
