import type { DurationField } from '#kit/form/field.ts'
import { type DurationUnit, durationUnits } from '#kit/form/form-value.ts'
import { createTextCodec, printText } from './text-codec.ts'
import type { ValueCodec } from './value-codec.ts'

const milliseconds: Record<DurationUnit, number> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
}

const part = String.raw`(\d+(?:\.\d+)?)\s*(ms|s|m|h|d)`
const whole = new RegExp(String.raw`^(?:${part}\s*)+$`, 'i')

/** Returns the milliseconds of `1h30m`, `15s`, `500ms`; undefined without units or for anything else. */
export function parseDuration(text: string): number | undefined {
  const trimmed = text.trim()
  if (!whole.test(trimmed)) return undefined
  const parts = [...trimmed.matchAll(new RegExp(part, 'gi'))]
  return parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * toUnitMs(unit), 0)
}

/** Formats a duration in the largest unit that divides it: `90s`, `1h`. */
export function printDuration(duration: number, units: readonly DurationUnit[] = durationUnits): string {
  const fitting = durationUnits.filter((one) => units.includes(one) && duration % milliseconds[one] === 0)
  const unit = duration === 0 ? 's' : (fitting.at(-1) ?? 'ms')
  return `${duration / milliseconds[unit]}${unit}`
}

/** Returns the milliseconds of a value of the API: a text with units, or a bare number. */
export function toDurationMs(api: unknown, bareUnit: 'ms' | 's' = 'ms'): number | undefined {
  if (typeof api === 'number') return api * milliseconds[bareUnit]
  return typeof api === 'string' ? parseDuration(api) : undefined
}

export function durationCodec({ units, bareUnit }: DurationField): ValueCodec {
  return createTextCodec(
    (api) => {
      const bare = typeof api === 'number' && api >= 0 ? toDurationMs(api, bareUnit) : undefined
      return bare === undefined ? printText(api) : printDuration(bare, units)
    },
    (text) => text.replaceAll(/\s/g, '').toLowerCase(),
  )
}

function toUnitMs(text: string | undefined): number {
  const unit = durationUnits.find((one) => one === text?.toLowerCase())
  return unit === undefined ? Number.NaN : milliseconds[unit]
}
