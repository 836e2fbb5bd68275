/**
 * Checks what an external system sends before the client library reads it; throws for data that the library must not
 * read.
 */
export interface AnswerGuard {
  check(chunk: Buffer): void
  /** Notes what the library writes, for guards that check a response against its request. */
  noteSent?(chunk: Buffer): void
  /** Tells whether the server has sent its greeting; set by guards whose library never times out without a greeting. */
  readonly isGreeted?: boolean
}

/**
 * The maximum length of one message of an external system, in bytes. Requests here ask for the rows of one client, or
 * whether a row was accepted.
 */
export const longestMessage = 4 * 1_048_576

/** Thrown when an external system sends a larger response than any request here would ask for. */
export class AnswerTooLargeError extends Error {
  constructor(what: string) {
    super(`the answer is too large: ${what}`)
    this.name = 'AnswerTooLargeError'
  }
}

/** Thrown when an external system violates its protocol. */
export class MalformedAnswerError extends Error {
  constructor(what: string) {
    super(`the answer is malformed: ${what}`)
    this.name = 'MalformedAnswerError'
  }
}
