/** 80 of `80%` or of 0.8. */
export function percentOf(value: string | number): number {
  return typeof value === 'number' ? value * 100 : Number.parseFloat(value)
}
