/** The position in a text that arrives in chunks: line and character, both from 1. */
export class TextPlace {
  line: number
  column: number

  constructor(line = 1, column = 1) {
    this.line = line
    this.column = column
  }

  /** Advances over a chunk; a line ends in a line feed, with or without a carriage return before it. */
  pass(text: string): void {
    let start = 0
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      this.line += 1
      this.column = 1
      start = end + 1
    }
    this.column += text.length - start
  }
}
