import type { ReasonWords } from '#kit/reason-words/reason-words.ts'

/** One line of a story. */
export interface Spoken {
  readonly tone: 'ok' | 'warn' | 'bad' | 'plain' | 'quiet'
  readonly headline: string
  /** A text from outside the console: a topic, a filter, an authenticator. */
  readonly subject?: string | undefined
  /** The details, without invisible characters. */
  readonly notes?: readonly string[]
  readonly explanation?: ReasonWords | undefined
  readonly payload?: string | undefined
}
