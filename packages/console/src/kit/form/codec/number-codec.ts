import { createTextCodec, printText } from './text-codec.ts'
import type { ValueCodec } from './value-codec.ts'

/** Matches decimal digits with a sign and a point; hexadecimal numbers and `Infinity` are refused. */
const decimal = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i

export function parseNumber(text: string): number | undefined {
  const number = decimal.test(text.trim()) ? Number(text) : Number.NaN
  return Number.isFinite(number) ? number : undefined
}

export function numberCodec(): ValueCodec {
  return createTextCodec(printText, (text) => parseNumber(text) ?? text)
}

/** The control shows `80`, before its percent sign, for `80%` and 0.8. */
export function percentCodec(): ValueCodec {
  return createTextCodec(
    // Twelve digits remove the rounding error: 0.07 * 100 is 7.000000000000001.
    (api) =>
      typeof api === 'number'
        ? String(Number((api * 100).toPrecision(12)))
        : printText(api).replace(/\s*%\s*$/, ''),
    (text) => `${text.replace(/\s*%$/, '')}%`,
  )
}

/** Accepts `1000/s`, `10MB/5m`, `infinity`; a bare number of the API is per second. */
export function rateCodec(): ValueCodec {
  return createTextCodec(
    (api) => (typeof api === 'number' ? `${api}/s` : printText(api)),
    (text) => text.replaceAll(/\s/g, ''),
  )
}
