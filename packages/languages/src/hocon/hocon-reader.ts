/** Thrown for a text that is no valid HOCON, with the line and the broker's words for the error. */
export class HoconError extends Error {
  override readonly name = 'HoconError'
  /** The line of the error, counted from 1. */
  readonly line: number

  constructor(line: number, reason: string) {
    super(reason)
    this.line = line
  }
}

/** Characters that end unquoted text, or are not allowed in it. The broker's HOCON allows `@`. */
const special = '$"{}[]:=,+#`^?!*&\\'

/** Reads a text character by character and tracks the line number. */
export class HoconReader {
  readonly #text: string
  #at = 0
  #line = 1

  constructor(text: string) {
    this.#text = text
  }

  get line(): number {
    return this.#line
  }

  /** The next character; '' at the end. */
  get next(): string {
    return this.#text.charAt(this.#at)
  }

  startsWith(text: string): boolean {
    return this.#text.startsWith(text, this.#at)
  }

  take(count = 1): string {
    const taken = this.#text.slice(this.#at, this.#at + count)
    this.#at += taken.length
    for (const character of taken) if (character === '\n') this.#line += 1
    return taken
  }

  takeIf(text: string): boolean {
    if (!this.startsWith(text)) return false
    this.take(text.length)
    return true
  }

  /** Reads spaces and tabs. */
  takeSpaces(): string {
    let spaces = ''
    while (this.next !== '' && this.next !== '\n' && isBlank(this.next)) spaces += this.take()
    return spaces
  }

  /** Skips whitespace, line ends, comments and, as separators, commas. */
  skip(separators = ''): void {
    for (;;) {
      if (this.next === '#' || this.startsWith('//')) {
        while (this.next !== '' && this.next !== '\n') this.take()
      } else if (this.next !== '' && (isBlank(this.next) || separators.includes(this.next))) this.take()
      else return
    }
  }

  /** Reads up to a special character, a comment or the end of the line; a key also ends at a space or a dot. */
  takeUnquoted(isKey: boolean): string {
    let taken = ''
    while (this.next !== '' && this.next !== '\n' && !special.includes(this.next)) {
      if (this.startsWith('//') || (isKey && (this.next === '.' || isBlank(this.next)))) break
      taken += this.take()
    }
    return taken
  }

  fail(reason = this.next === '' ? '' : JSON.stringify(this.#word())): never {
    throw new HoconError(this.#line, `syntax error before: ${reason}`)
  }

  #word(): string {
    return this.#text.slice(this.#at, this.#at + 20).split(/\s/, 1)[0] ?? ''
  }
}

const isBlank = (character: string): boolean => /\s|\uFEFF/.test(character)
