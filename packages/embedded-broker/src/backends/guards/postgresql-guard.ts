import { type AnswerGuard, AnswerTooLargeError, MalformedAnswerError } from './answer-guard.ts'
import { FrameSplitter } from './frame-splitter.ts'

/** The message types that a server sends in version 3 of the protocol. */
const kinds: ReadonlySet<number> = new Set(Buffer.from('123nstTDCIENSRKZAGHWcdv'))
const authentication = 'R'.charCodeAt(0)
const ready = 'Z'.charCodeAt(0)
const said: ReadonlySet<number> = new Set(Buffer.from('EN'))
const headLength = 5

/**
 * The maximum number of messages until the next write. Each message becomes a JavaScript object, which is larger than
 * the message.
 */
const mostMessages = 20_000
/**
 * The maximum for a whole connection: each authentication message may start a hash computation in parallel to the
 * others.
 */
const mostAuthentications = 10
const encrypts = 'S'.charCodeAt(0)
const sslRequest = 80_877_103

/**
 * Checks fields of a letter and a string each, which end with a zero: without the zero the library searches forever.
 */
function checkFields(frame: Buffer): void {
  let at = headLength
  while (frame[at] !== 0) {
    const end = frame.indexOf(0, at)
    if (at >= frame.length || end < 0) throw new MalformedAnswerError('a message without its end')
    at = end + 1
  }
}

function measure(bytes: Buffer): number | undefined {
  const kind = bytes[0] ?? 0
  if (!kinds.has(kind)) throw new MalformedAnswerError(`a message of the kind ${kind}`)
  return bytes.length < headLength ? undefined : checkLength(bytes.readUInt32BE(1))
}

function checkLength(length: number): number {
  if (length < 4) throw new MalformedAnswerError(`a message of ${length} bytes`)
  return length + 1
}

/** Checks the messages of PostgreSQL. */
class PostgresqlGuard implements AnswerGuard {
  readonly #splitter = new FrameSplitter({ measure, check: (frame) => this.#checkFrame(frame) })
  #messages = 0
  #authentications = 0
  #isSslAsked = false
  isGreeted = false

  noteSent(chunk: Buffer): void {
    this.#messages = 0
    this.#isSslAsked = chunk.length === 8 && chunk.readUInt32BE(4) === sslRequest
  }

  check(chunk: Buffer): void {
    if (this.#isSslAsked) {
      // The response is one letter: bytes after a plaintext "yes" were injected by a third party.
      if (chunk.length > 1 && chunk[0] === encrypts) throw new MalformedAnswerError('an answer before TLS')
      this.#isSslAsked = false
      this.isGreeted = true
      return
    }
    this.#splitter.split(chunk)
  }

  #checkFrame(frame: Buffer): void {
    const kind = frame[0] ?? 0
    this.#messages++
    if (this.#messages > mostMessages) throw new AnswerTooLargeError(`more than ${mostMessages} messages`)
    if (kind === authentication) this.#authentications++
    if (this.#authentications > mostAuthentications) throw new MalformedAnswerError('it signs in for ever')
    if (said.has(kind)) checkFields(frame)
    if (kind === ready) this.isGreeted = true
  }
}

export const openPostgresqlGuard = (): AnswerGuard => new PostgresqlGuard()
