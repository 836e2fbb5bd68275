import { type AnswerGuard, AnswerTooLargeError, MalformedAnswerError } from './answer-guard.ts'
import { FrameSplitter } from './frame-splitter.ts'

const headLength = 7
const frameEnd = 0xce
/** The size of frames to which both sides default unless the server asks for smaller ones. */
export const longestFrame = 131_072
const longestBody = 16 * 1_048_576

const method = 1
const content = 2
const openChannel = '20.10'
const publish = '60.40'
const acknowledgements: ReadonlySet<string> = new Set(['60.80', '60.120'])

const measure = (bytes: Buffer): number | undefined =>
  bytes.length < headLength ? undefined : headLength + bytes.readUInt32BE(3) + 1

/** Returns class and number of a method: 60.40 is `basic.publish`. */
const methodIn = (frame: Buffer): string =>
  frame[0] === method && frame.length >= headLength + 5
    ? `${frame.readUInt16BE(headLength)}.${frame.readUInt16BE(headLength + 2)}`
    : ''

/** Checks the frames of AMQP. */
class AmqpGuard implements AnswerGuard {
  readonly #received = new FrameSplitter({ measure, check: (frame) => this.#checkFrame(frame) })
  readonly #sent = new FrameSplitter({ measure, check: (frame) => this.#noteFrame(frame) })
  readonly #published = new Map<number, number>()

  check(chunk: Buffer): void {
    this.#received.split(chunk)
  }

  noteSent(chunk: Buffer): void {
    if (!chunk.subarray(0, 4).equals(Buffer.from('AMQP'))) this.#sent.split(chunk)
  }

  #noteFrame(frame: Buffer): void {
    const channel = frame.readUInt16BE(1)
    const sent = methodIn(frame)
    if (sent === openChannel) this.#published.delete(channel)
    if (sent === publish) this.#published.set(channel, (this.#published.get(channel) ?? 0) + 1)
  }

  #checkFrame(frame: Buffer): void {
    if (frame.length > longestFrame + headLength + 1)
      throw new AnswerTooLargeError(`a frame of ${frame.length} bytes`)
    if (frame.at(-1) !== frameEnd) throw new MalformedAnswerError('a frame without its end')
    if (frame[0] === content) checkContent(frame)
    if (acknowledgements.has(methodIn(frame))) this.#checkAcknowledged(frame)
  }

  /** The library creates a list as long as this number and iterates over it. */
  #checkAcknowledged(frame: Buffer): void {
    if (frame.length < headLength + 13) throw new MalformedAnswerError('an acknowledgement of nothing')
    const tag = frame.readBigUInt64BE(headLength + 4)
    if (tag > BigInt(this.#published.get(frame.readUInt16BE(1)) ?? 0))
      throw new MalformedAnswerError(`message ${tag} is acknowledged and was never sent`)
  }
}

function checkContent(frame: Buffer): void {
  if (frame.length < headLength + 13) throw new MalformedAnswerError('a message without its length')
  const length = frame.readBigUInt64BE(headLength + 4)
  if (length > BigInt(longestBody)) throw new AnswerTooLargeError(`a message of ${length} bytes`)
}

export const openAmqpGuard = (): AnswerGuard => new AmqpGuard()
