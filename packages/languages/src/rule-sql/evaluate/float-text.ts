/** Prints the shortest digits that identify the number, as Erlang does: `3.0`, `1.0e3`, `1.0e-7`. */
export function erlangFloat(float: number): string {
  if (Object.is(float, -0)) return '-0.0'
  if (float < 0) return `-${erlangFloat(-float)}`
  if (float === 0) return '0.0'
  const [mantissa = '', exponent = '0'] = float.toExponential().split('e')
  const digits = mantissa.replace('.', '')
  const place = Number(exponent) + 1
  const power = String(place - 1)
  const scientific = () => `${digits[0]}.${digits.slice(1) || '0'}e${power}`
  // Beyond 2^53 not every integer is a float, so Erlang does not print it as if all digits were exact.
  if (float >= 2 ** 53) return scientific()
  if (place > 0 && place < digits.length) return `${digits.slice(0, place)}.${digits.slice(place)}`
  const cost = power.length + 1 + (digits.length === 1 ? 2 : 1)
  if (place <= 0) {
    return place === 0 || 2 - place <= cost ? `0.${'0'.repeat(-place)}${digits}` : scientific()
  }
  return place - digits.length + 2 <= cost ? `${digits}${'0'.repeat(place - digits.length)}.0` : scientific()
}

/** Prints a float as the JSON functions do: `100000.0`, `1e+21`. */
export function jsonFloat(float: number): string {
  const text = String(float)
  return /[.e]/.test(text) ? text : `${text}.0`
}

/** Prints the exact value of the float with the given number of decimals. */
export function formatFixedFloat(float: number, decimals: number): string {
  if (Math.abs(float) < 1e21) {
    const text = float.toFixed(Math.min(decimals, 100))
    return Object.is(float, -0) ? `-${text}` : text
  }
  return `${BigInt(float)}${decimals > 0 ? `.${'0'.repeat(decimals)}` : ''}`
}

/** Prints like `formatFixedFloat`, without trailing zeros except for the first after the decimal point. */
export function compactFloat(float: number, decimals: number): string {
  const text = formatFixedFloat(float, decimals)
  return text.includes('.') ? text.replace(/0+$/, '').replace(/\.$/, '.0') : text
}
