import { PatternError } from './pattern-fault.ts'

export interface Flags {
  readonly i: boolean
  readonly m: boolean
  readonly s: boolean
  readonly x: boolean
  /** Quantifiers are lazy unless a question mark follows. */
  readonly U: boolean
  /** A name may be given to several groups. */
  readonly J: boolean
}

/** The text of a pattern, with one character for each byte, and the current position. */
export class PatternSource {
  readonly text: string
  at = 0
  flags: Flags = { i: false, m: false, s: false, x: false, U: false, J: false }
  /** True between `\Q` and `\E`. */
  isQuoted = false
  /** The number of groups that have been opened so far. */
  groups = 0
  /** The highest number in a reference, which is checked against the number of groups in the whole pattern. */
  highestReference = 0

  constructor(text: string) {
    this.text = text
  }

  get isOver(): boolean {
    return this.at >= this.text.length
  }

  /** The next character, or a character further ahead; '' at the end. */
  peek(ahead = 0): string {
    return this.text.charAt(this.at + ahead)
  }

  take(mark: string): boolean {
    const isThere = this.text.startsWith(mark, this.at)
    if (isThere) this.at += mark.length
    return isThere
  }

  /** Matches a sticky expression at the current position. */
  match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)
    if (found !== null) this.at += found[0].length
    return found
  }

  fault(words: string, at = this.at): PatternError {
    return new PatternError(words, at)
  }
}
