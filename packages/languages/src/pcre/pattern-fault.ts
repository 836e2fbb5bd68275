/** The reason why a text is no valid pattern, in PCRE's words. */
export interface PcreFault {
  readonly fault: string
  /** The offset of the byte, counted from 0, at which PCRE stops reading. */
  readonly at: number
  /** True if PCRE accepts the pattern, but this engine does not support a part of it. */
  readonly isUnsupported: boolean
}

export class PatternError extends Error implements PcreFault {
  override readonly name = 'PatternError'
  readonly fault: string
  readonly at: number
  readonly isUnsupported: boolean

  constructor(fault: string, at: number, isUnsupported = false) {
    super(`${fault} at ${at}`)
    this.fault = fault
    this.at = at
    this.isUnsupported = isUnsupported
  }
}

export const createUnsupportedFault = (what: string, at: number) =>
  new PatternError(`${what} is not supported here`, at, true)

/** Formats the error as Erlang prints it: `{"nothing to repeat",0}`. */
export const formatPcreFault = ({ fault, at }: PcreFault): string => `{${JSON.stringify(fault)},${at}}`
