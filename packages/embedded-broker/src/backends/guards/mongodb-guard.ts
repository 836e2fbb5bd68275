import { type AnswerGuard, AnswerTooLargeError, MalformedAnswerError } from './answer-guard.ts'
import { checkBson } from './bson-check.ts'
import { FrameSplitter } from './frame-splitter.ts'

const headLength = 16
const opReply = 1
const opMessage = 2013
const replyHead = headLength + 20
const hasChecksum = 1
/**
 * The server replies to the handshake with one document; no server recent enough for the library sends more documents
 * in an OP_REPLY.
 */
const mostReplied = 1

/** The maximum number of hashing iterations; servers ask for 15,000. */
const mostIterations = 200_000

/**
 * The maximum number of elements in the response to a greeting, because the library connects to every host of its
 * list.
 */
const mostGreeted = 1000

/**
 * Throws if a server asks for an unreasonable number of hashing iterations: the library computes them without a
 * pause.
 */
export function checkIterations(text: string): void {
  for (const [, count] of text.matchAll(/i=\s*\+?(\d+)/g))
    if (Number(count) > mostIterations) throw new AnswerTooLargeError(`${count} rounds of hashing`)
}

function measure(bytes: Buffer): number | undefined {
  if (bytes.length < 4) return undefined
  const length = bytes.readInt32LE(0)
  if (length < headLength) throw new MalformedAnswerError(`a message of ${length} bytes`)
  return length
}

/** Checks the messages of MongoDB, whose counts and lengths the library trusts. */
class MongodbGuard implements AnswerGuard {
  readonly #splitter = new FrameSplitter({ measure, check: (frame) => this.#checkFrame(frame) })
  #asked = ''

  check(chunk: Buffer): void {
    this.#splitter.split(chunk)
  }

  /** Notes the command, which is the first name of a message; a request in the older format is a greeting. */
  noteSent(chunk: Buffer): void {
    if (chunk.length < headLength + 10) return
    const start = headLength + 10
    this.#asked =
      chunk.readInt32LE(12) === opMessage ? chunk.toString('latin1', start, chunk.indexOf(0, start)) : 'hello'
  }

  #checkFrame(frame: Buffer): void {
    const operation = frame.readInt32LE(12)
    if (operation === opMessage) this.#checkMessage(frame)
    else if (operation === opReply) this.#checkReply(frame)
    // Compressed messages are refused as well, because compression is never negotiated.
    else throw new MalformedAnswerError(`operation ${operation}`)
    if (this.#isSigningIn) checkIterations(frame.toString('latin1'))
  }

  #checkReply(frame: Buffer): void {
    if (frame.length < replyHead) throw new MalformedAnswerError('OP_REPLY without its head')
    const count = frame.readInt32LE(headLength + 16)
    if (count < 0 || count > mostReplied) throw new MalformedAnswerError(`OP_REPLY with ${count} documents`)
    if (count === 1) checkBson(frame.subarray(replyHead), mostGreeted)
    else if (frame.length > replyHead) throw new MalformedAnswerError('OP_REPLY with more than its documents')
  }

  /** Accepts one section with one document, because the library reads no other section. */
  #checkMessage(frame: Buffer): void {
    if (frame.length < headLength + 5) throw new MalformedAnswerError('OP_MSG without a section')
    const isSummed = (frame.readUInt32LE(headLength) & hasChecksum) !== 0
    if (frame[headLength + 4] !== 0) throw new MalformedAnswerError('OP_MSG with an unknown section')
    const document = frame.subarray(headLength + 5, frame.length - (isSummed ? 4 : 0))
    checkBson(document, this.#isSigningIn ? mostGreeted : undefined)
  }

  get #isSigningIn(): boolean {
    return /^(hello$|ismaster$|sasl)/i.test(this.#asked)
  }
}

export const openMongodbGuard = (): AnswerGuard => new MongodbGuard()
