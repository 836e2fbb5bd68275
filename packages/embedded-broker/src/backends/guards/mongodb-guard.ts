import { type AnswerGuard, AnswerTooLargeError, MalformedAnswerError } from './answer-guard.ts'
import { checkBson } from './bson-check.ts'
import { FrameSplitter } from './frame-splitter.ts'

const headLength = 16
const opReply = 1
const opMessage = 2013
const replyHead = headLength + 20
const hasChecksum = 1
/** The handshake is answered with one document; no server that is young enough for the library answers more in this way. */
const mostReplied = 1

/** Servers ask for 15,000. */
const mostIterations = 200_000

/** Of the answer to a greeting: a list of hosts is a list of what the library connects to. */
const mostGreeted = 1000

/** Throws where a server wants more rounds of hashing than anybody has: the library counts them without a pause. */
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

/** MongoDB's messages: the library believes counts and lengths. */
class MongodbGuard implements AnswerGuard {
  readonly #splitter = new FrameSplitter({ measure, check: (frame) => this.#checkFrame(frame) })
  #asked = ''

  check(chunk: Buffer): void {
    this.#splitter.split(chunk)
  }

  /** What is asked stands first; what is asked in the older way is a greeting. */
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
    // Compressed ones as well: nothing compressed is ever agreed on.
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

  /** One section with one document: the library reads no other. */
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
