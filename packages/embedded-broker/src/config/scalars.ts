import { parseByteSize } from '@brokerdeck/contract/byte-size.ts'
import { parseDuration } from '@brokerdeck/contract/duration.ts'
import { parseRate } from '@brokerdeck/contract/rate.ts'
import type { Reading, Scalar } from './schema.ts'

interface ScalarMore {
  readonly described?: Readonly<Record<string, unknown>>
  readonly isSecret?: true
}

/** A type of one's own: `read` gives the value to keep, or the reason against it. */
export function scalar(name: string, read: (value: unknown) => Reading, more: ScalarMore = {}): Scalar {
  const { described = { type: 'string' }, isSecret } = more
  return { kind: 'scalar', name, described, read, ...(isSecret === undefined ? {} : { isSecret }) }
}

const accepted = (value: unknown, isFine: boolean, reason: unknown): Reading =>
  isFine ? { value } : { reason }

export const boolean = scalar(
  'boolean()',
  (value) => {
    if (value === 'true') return { value: true }
    if (value === 'false') return { value: false }
    return accepted(value, typeof value === 'boolean', 'Unable to parse boolean value')
  },
  { described: { type: 'boolean' } },
)

/** A number stands for its digits, as in the text of a configuration file. */
function textReading(value: unknown): Reading {
  if (typeof value === 'number' || typeof value === 'boolean') return { value: String(value) }
  return accepted(value, typeof value === 'string', { expected: 'binary()' })
}

export const text = scalar('binary()', textReading)

/** Six asterisks in every answer. */
export const secret = scalar('emqx_schema_secret:secret()', textReading, {
  described: { type: 'string', format: 'password' },
  isSecret: true,
})

/** Any JSON. */
export const anything = scalar('term()', (value) => ({ value }), { described: { type: 'object' } })

export const anyMap = scalar(
  'map()',
  (value) =>
    accepted(value, typeof value === 'object' && value !== null && !Array.isArray(value), {
      expected: 'map()',
    }),
  { described: { type: 'object' } },
)

/** Text that must match; `reason` is the broker's sentence against others. */
export function textMatching(name: string, pattern: RegExp, reason: string): Scalar {
  return scalar(name, (value) => accepted(value, typeof value === 'string' && pattern.test(value), reason))
}

/** Refused values are their own reason, as the broker answers for rates and percentages. */
function spelled(name: string, type: string, isFine: (value: string | number) => boolean): Scalar {
  return scalar(
    name,
    (value) =>
      accepted(value, (typeof value === 'string' || typeof value === 'number') && isFine(value), value),
    { described: { type } },
  )
}

/** `80%` or 0.8. */
export const percent = spelled('emqx_schema:percent()', 'percent', (value) => {
  const part =
    typeof value === 'number' ? value : Number(/^(\d+(?:\.\d+)?)%$/.exec(value)?.[1] ?? Number.NaN) / 100
  return part >= 0 && part <= 1
})

/** `1000/s`, `1MB/10s`, `infinity`. */
export const rate = spelled(
  'emqx_limiter_schema:rate()',
  'string',
  (value) => parseRate(value) !== undefined && !/\d\.\d/.test(String(value)),
)

const measured = (name: string, type: string, reason: string, parse: (value: string | number) => unknown) =>
  scalar(
    name,
    (value) => {
      const isMeasure = typeof value === 'string' || typeof value === 'number'
      return accepted(value, isMeasure && parse(value) !== undefined, reason)
    },
    { described: { type } },
  )

/** `1h30m`, or a number of milliseconds. */
export const duration = measured('emqx_schema:duration()', 'duration', 'Not a valid duration', parseDuration)

/** The largest unit that the configuration knows is GB. */
const configBytes = (value: string | number): number | undefined => {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? value : undefined
  return /^\d+([kmg]b)?$/i.test(value) ? parseByteSize(value) : undefined
}

/** `16MB`, or a number of bytes. */
export const byteSize = measured('emqx_schema:bytesize()', 'byteSize', 'Not a valid bytesize', configBytes)

/** Memory of the virtual machine; the broker words its faults as those of sizes. */
export const wordSize = measured('emqx_schema:wordsize()', 'wordSize', 'Not a valid bytesize', configBytes)
