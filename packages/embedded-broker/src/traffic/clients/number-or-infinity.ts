/** JSON has no infinity: the broker writes the word. */
export const numberOrInfinity = (value: number): number | 'infinity' =>
  value === Number.POSITIVE_INFINITY ? 'infinity' : value
