interface Amount {
  /** The whole text where it is not one number with one unit. */
  readonly number: string
  /** Empty: a bare number. Undefined: there is not one unit. */
  readonly unit: string | undefined
}

/** `15s` is 15 of `s`, `10MB/s` is 10 of `MB/s`, `1h30m` stays whole. */
export function splitAmount(text: string): Amount {
  const [, number, unit] = /^(\d+(?:\.\d*)?)([^\d]*)$/.exec(text) ?? []
  return number === undefined ? { number: text, unit: undefined } : { number, unit: unit ?? '' }
}
