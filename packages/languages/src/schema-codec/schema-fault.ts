/** Why a text is no schema: `reason` in the terms of the broker, `line` where it is known. */
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

/** Why a value or a payload does not go with a schema. */
export class CodecFault extends Error {
  override readonly name = 'CodecFault'
}

/** Longer schemas are nobody's; the bound holds for what a broker reads from anybody. */
export const longestSource = 512 * 1024

/** `<<"temp">>`, as the broker prints a text in its terms. */
export const printText = (text: string): string => `<<${JSON.stringify(text.slice(0, 255))}>>`
