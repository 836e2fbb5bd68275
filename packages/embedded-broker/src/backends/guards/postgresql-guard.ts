import { type AnswerGuard, AnswerTooLargeError, MalformedAnswerError } from './answer-guard.ts'
import { FrameSplitter } from './frame-splitter.ts'

/** The kinds that a server sends by the protocol, version 3. */
const kinds: ReadonlySet<number> = new Set(Buffer.from('123nstTDCIENSRKZAGHWcdv'))
const authentication = 'R'.charCodeAt(0)
const ready = 'Z'.charCodeAt(0)
const said: ReadonlySet<number> = new Set(Buffer.from('EN'))
const headLength = 5

/** Before anything more is written. Each becomes an object of the runtime, which is larger than it was. */
const mostMessages = 20_000
/** On a whole connection: each of them may start hashing beside the others. */
const mostAuthentications = 10
const encrypts = 'S'.charCodeAt(0)
const sslRequest = 80_877_103

/** Fields of a letter and a text each, and a zero: the library looks for the zero for ever. */
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

/** PostgreSQL's messages. */
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
      // One letter: what follows a yes in the clear was put there by somebody else.
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
