import { parseSize } from '#kit/form/codec/byte-size.ts'
import { parseDuration } from '#kit/form/codec/duration.ts'
import { parseNumber } from '#kit/form/codec/number-codec.ts'
import type { DurationField, NumberField, RateField, SizeField } from '#kit/form/field.ts'
import { form as m } from '#kit/messages/form.ts'

/** These functions return the problem with a typed amount as a sentence, or undefined. */

export function numberFault({ isFractional, min, max }: NumberField, text: string): string | undefined {
  const number = parseNumber(text)
  if (number === undefined) return m.notNumber
  if (isFractional !== true && !Number.isInteger(number)) return m.notInteger
  return rangeFault(number, min, max)
}

function rangeFault(number: number, min?: number, max?: number): string | undefined {
  if (min !== undefined && max !== undefined) {
    return number < min || number > max ? m.range(String(min), String(max)) : undefined
  }
  if (min !== undefined && number < min) return m.atLeast(String(min))
  return max !== undefined && number > max ? m.atMost(String(max)) : undefined
}

export function percentFault(text: string): string | undefined {
  const number = parseNumber(text.replace(/\s*%\s*$/, ''))
  return number === undefined ? m.notNumber : rangeFault(number, 0, 100)
}

export function durationFault({ min, max }: DurationField, text: string): string | undefined {
  const duration = parseDuration(text)
  if (duration === undefined) return m.notDuration
  if (duration < parseBound(min, parseDuration, 0)) return m.shortest(min ?? '')
  return duration > parseBound(max, parseDuration, Number.POSITIVE_INFINITY)
    ? m.longest(max ?? '')
    : undefined
}

export function sizeFault({ min, max }: SizeField, text: string): string | undefined {
  const size = parseSize(text)
  if (size === undefined) return m.notSize
  if (text.includes('.')) return m.wholeSize
  if (size < parseBound(min, parseSize, 0)) return m.atLeast(min ?? '')
  return size > parseBound(max, parseSize, Number.POSITIVE_INFINITY) ? m.atMost(max ?? '') : undefined
}

const interval = String.raw`(?:\s*/\s*\d*\s*(?:ms|s|m|h|d))?`
/** EMQX counts whole messages and whole units of data: it refuses `1.5MB/s`. */
const rates = {
  count: new RegExp(String.raw`^\d+${interval}$`, 'i'),
  bytes: new RegExp(String.raw`^\d+\s*(?:[KMG]?B)?${interval}$`, 'i'),
} as const

export function rateFault({ of }: Pick<RateField, 'of'>, text: string): string | undefined {
  const rate = text.trim()
  return rate === 'infinity' || rates[of].test(rate) ? undefined : m.rate
}

function parseBound(
  text: string | undefined,
  parse: (text: string) => number | undefined,
  none: number,
): number {
  return text === undefined ? none : (parse(text) ?? none)
}
