/** Why a text is no pattern, in PCRE's words. */
export interface PcreFault {
  readonly fault: string
  /** The byte, from 0, at which PCRE stops reading. */
  readonly at: number
  /** PCRE takes the pattern, and the engine here lacks something of it. */
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

/** As Erlang prints it: `{"nothing to repeat",0}`. */
export const formatPcreFault = ({ fault, at }: PcreFault): string => `{${JSON.stringify(fault)},${at}}`
