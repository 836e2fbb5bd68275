/** Looks at what a neighbour sends before the client library does; throws where the library must not see it. */
export interface AnswerGuard {
  check(chunk: Buffer): void
  /** What the library writes, where the answer is judged by it. */
  noteSent?(chunk: Buffer): void
  /** Whether it has said that it can be asked; where a library forgets those that never do. */
  readonly isGreeted?: boolean
}

/** Of one message of a neighbour. What is asked here is the rows of one client, or whether a row was taken. */
export const longestMessage = 4 * 1_048_576

/** A neighbour answered with more than anybody here would ask for. */
export class AnswerTooLargeError extends Error {
  constructor(what: string) {
    super(`the answer is too large: ${what}`)
    this.name = 'AnswerTooLargeError'
  }
}

/** A neighbour does not speak its protocol. */
export class MalformedAnswerError extends Error {
  constructor(what: string) {
    super(`the answer is malformed: ${what}`)
    this.name = 'MalformedAnswerError'
  }
}
