import { PatternError } from './pattern-fault.ts'

export interface Flags {
  readonly i: boolean
  readonly m: boolean
  readonly s: boolean
  readonly x: boolean
  /** Quantifiers are lazy unless a question mark follows. */
  readonly U: boolean
  /** Names may be given twice. */
  readonly J: boolean
}

/** The text of a pattern, one character for each byte, and how far it is read. */
export class PatternSource {
  readonly text: string
  at = 0
  flags: Flags = { i: false, m: false, s: false, x: false, U: false, J: false }
  /** Between `\Q` and `\E`. */
  isQuoted = false
  /** Groups that are open or closed by now. */
  groups = 0
  /** The highest number that a reference has, which is compared with the groups of the whole. */
  highestReference = 0

  constructor(text: string) {
    this.text = text
  }

  get isOver(): boolean {
    return this.at >= this.text.length
  }

  /** The character that is next, or one of those behind it; '' at the end. */
  peek(ahead = 0): string {
    return this.text.charAt(this.at + ahead)
  }

  take(mark: string): boolean {
    const isThere = this.text.startsWith(mark, this.at)
    if (isThere) this.at += mark.length
    return isThere
  }

  /** What a sticky expression finds here. */
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
