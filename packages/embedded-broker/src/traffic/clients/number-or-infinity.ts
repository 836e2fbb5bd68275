/** Returns the broker's word `infinity`, because JSON has no infinity. */
export const numberOrInfinity = (value: number): number | 'infinity' =>
  value === Number.POSITIVE_INFINITY ? 'infinity' : value
