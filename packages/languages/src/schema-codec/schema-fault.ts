/** Thrown for a text that is no valid schema: `reason` in the terms of the broker, `line` if it is known. */
export class SchemaFault extends Error {
  override readonly name = 'SchemaFault'
  readonly reason: string
  readonly line: number | undefined

  constructor(reason: string, line?: number) {
    super(reason)
    this.reason = reason
    this.line = line
  }
}

/** Thrown for a value or payload that does not match a schema. */
export class CodecFault extends Error {
  override readonly name = 'CodecFault'
}

/** The maximum length of a schema; no real schema is longer, and a broker may read schemas from untrusted sources. */
export const longestSource = 512 * 1024

/** Prints a text as in the broker's terms: `<<"temp">>`. */
export const printText = (text: string): string => `<<${JSON.stringify(text.slice(0, 255))}>>`
