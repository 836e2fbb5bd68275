import * as v from 'valibot'
import { parseDuration, parseRate } from '../measures.ts'
import { parseByteSize } from '../scalars.ts'
import type { Control, NumberControl, Reading, Scalar } from './schema.ts'

interface ScalarMore<T, C extends Control> {
  readonly tolerant: v.GenericSchema<T>
  readonly control: C
  readonly described?: Readonly<Record<string, unknown>>
  readonly isSecret?: true
}

/** Creates a custom type: `read` returns the value to keep, or the reason why the value is rejected. */
export function scalar<T, const C extends Control>(
  name: string,
  read: (value: unknown) => Reading,
  { tolerant, control, described = { type: 'string' }, isSecret }: ScalarMore<T, C>,
): Scalar<T, C> {
  const base = { kind: 'scalar', name, described, tolerant, control, read } as const
  return isSecret === undefined ? base : { ...base, isSecret }
}

/** Creates a type whose value is text that users read and edit. */
export function textScalar(name: string, read: (value: unknown) => Reading) {
  return scalar(name, read, { tolerant: v.string(), control: { kind: 'text' } })
}

const toReading = (value: unknown, isFine: boolean, reason: unknown): Reading =>
  isFine ? { value } : { reason }

export const boolean = scalar(
  'boolean()',
  (value) => {
    if (value === 'true') return { value: true }
    if (value === 'false') return { value: false }
    return toReading(value, typeof value === 'boolean', 'Unable to parse boolean value')
  },
  { tolerant: v.boolean(), control: { kind: 'toggle' }, described: { type: 'boolean' } },
)

/** Reads text. A number stands for its digits, as in the text of a configuration file. */
function textReading(value: unknown): Reading {
  if (typeof value === 'number' || typeof value === 'boolean') return { value: String(value) }
  return toReading(value, typeof value === 'string', { expected: 'binary()' })
}

export const text = textScalar('binary()', textReading)

/** A secret; every response shows it as six asterisks. */
export const secret = scalar('emqx_schema_secret:secret()', textReading, {
  tolerant: v.string(),
  control: { kind: 'secret' },
  described: { type: 'string', format: 'password' },
  isSecret: true,
})

/** Accepts any JSON value. */
export const anything = scalar('term()', (value) => ({ value }), {
  tolerant: v.unknown(),
  control: { kind: 'json' },
  described: { type: 'object' },
})

export const anyMap = scalar(
  'map()',
  (value) =>
    toReading(value, typeof value === 'object' && value !== null && !Array.isArray(value), {
      expected: 'map()',
    }),
  {
    tolerant: v.record(v.string(), v.unknown()),
    control: { kind: 'map' },
    described: { type: 'object' },
  },
)

/** Creates a text type whose values must match the pattern; `reason` is the broker's error message for other values. */
export function textMatching(name: string, pattern: RegExp, reason: string) {
  return textScalar(name, (value) =>
    toReading(value, typeof value === 'string' && pattern.test(value), reason),
  )
}

const namePattern = /^[0-9a-zA-Z][-0-9a-zA-Z_]*$/

/** The type of the names of connectors, validations, links and similar resources. */
export const resourceName = textScalar('binary()', (value) => {
  if (typeof value === 'string' && namePattern.test(value)) return { value }
  const reason = `Invalid name format. The name must begin with a letter or number (0-9, a-z, A-Z) and can only include underscores and hyphens as non-initial characters. Got: ${String(value).slice(0, 255)}`
  return { reason: { reason, kind: 'validation_error' } }
})

/** A value as it is spelled, or a bare number. */
const spelling = v.union([v.string(), v.number()])

/** Creates a type whose error reason is the rejected value itself, as the broker responds for rates and percentages. */
function createSpelledScalar<const C extends Control>(
  name: string,
  control: C,
  type: string,
  isFine: (value: string | number) => boolean,
) {
  return scalar(
    name,
    (value) =>
      toReading(value, (typeof value === 'string' || typeof value === 'number') && isFine(value), value),
    { tolerant: spelling, control, described: { type } },
  )
}

/** A percentage such as `80%` or 0.8. */
export const percent = createSpelledScalar(
  'emqx_schema:percent()',
  { kind: 'percent' },
  'percent',
  (value) => {
    const part =
      typeof value === 'number' ? value : Number(/^(\d+(?:\.\d+)?)%$/.exec(value)?.[1] ?? Number.NaN) / 100
    return part >= 0 && part <= 1
  },
)

/** A rate such as `1000/s`, `1MB/10s` or `infinity`. */
export const rate = createSpelledScalar(
  'emqx_limiter_schema:rate()',
  { kind: 'rate', of: 'count' },
  'string',
  (value) => parseRate(value) !== undefined && !/\d\.\d/.test(String(value)),
)

const createMeasuredScalar = <const C extends Control>(
  name: string,
  control: C,
  type: string,
  reason: string,
  parse: (value: string | number) => unknown,
) =>
  scalar(
    name,
    (value) => {
      const isMeasure = typeof value === 'string' || typeof value === 'number'
      return toReading(value, isMeasure && parse(value) !== undefined, reason)
    },
    { tolerant: spelling, control, described: { type } },
  )

/** A duration such as `1h30m`, or a number of milliseconds. */
export const duration = createMeasuredScalar(
  'emqx_schema:duration()',
  { kind: 'duration' },
  'duration',
  'Not a valid duration',
  parseDuration,
)

/** Returns the same type with another control, for example for a text that is a topic, an address or a certificate. */
export function setWith<T, const C extends Control>(one: Scalar<T>, control: C): Scalar<T, C> {
  return { ...one, control }
}

export const url = setWith(text, { kind: 'url' })
/** Text of several lines, meant for machines to read. */
export const lines = setWith(text, { kind: 'lines' })
/** An object whose values are of any kind. */
export const jsonObject = setWith(anyMap, { kind: 'json' })
/** A topic filter. The broker accepts any text here. */
export const topicFilter = setWith(text, { kind: 'topic', isFilter: true })

/**
 * Adds a special value to a type: `0s` for never, `disabled` instead of an expression. `inner` is the control for all
 * other values.
 */
export function orWord<T, C extends Control, const W extends string | number>(
  one: Scalar<T, C>,
  word: W,
  inner: C = one.control,
) {
  return { ...one, control: { kind: 'or-word', word, inner } } as const
}

/** A rate of bytes: `1MB/10s`. */
export const bytesRate = setWith(rate, { kind: 'rate', of: 'bytes' })

/** Returns a duration type whose form field has a higher minimum than the broker enforces. */
export function durationFrom(min: string) {
  return setWith(duration, { kind: 'duration', min })
}

/** Parses a byte size. The largest unit that the configuration supports is GB. */
const configBytes = (value: string | number): number | undefined => {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? value : undefined
  return /^\d+([kmg]b)?$/i.test(value) ? parseByteSize(value) : undefined
}

/** A byte size such as `16MB`, or a number of bytes. */
export const byteSize = createMeasuredScalar(
  'emqx_schema:bytesize()',
  { kind: 'byte-size' },
  'byteSize',
  'Not a valid bytesize',
  configBytes,
)

/** A memory size of the virtual machine; the broker words its errors like those of byte sizes. */
export const wordSize = createMeasuredScalar(
  'emqx_schema:wordsize()',
  { kind: 'byte-size' },
  'wordSize',
  'Not a valid bytesize',
  configBytes,
)

const coerceNumber = (value: unknown): unknown =>
  typeof value === 'string' && /^-?\d{1,16}(\.\d+)?$/.test(value) ? Number(value) : value

function within(value: unknown, min: number, max: number): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= min && value <= max
}

function numberInRange(
  name: string,
  min: number,
  max: number,
  onText: (value: unknown) => unknown = () => 'Unable to parse integer value',
): Scalar<number, NumberControl> {
  const read = (given: unknown): Reading => {
    const value = coerceNumber(given)
    if (within(value, min, max)) return { value }
    return { reason: typeof value === 'string' ? onText(value) : { expected: name } }
  }
  const [from, to] = [Number.isFinite(min) ? min : undefined, Number.isFinite(max) ? max : undefined]
  return scalar(name, read, {
    tolerant: v.number(),
    control: {
      kind: 'number',
      ...(from === undefined ? {} : { min: from }),
      ...(to === undefined ? {} : { max: to }),
    },
    described: {
      type: 'integer',
      ...(from === undefined ? {} : { minimum: from }),
      ...(to === undefined ? {} : { maximum: to }),
    },
  })
}

const { NEGATIVE_INFINITY, POSITIVE_INFINITY } = Number

/** `integer(1, 3000)` rejects values with `{expected: "1..3000"}`, and with `1..inf` if there is no upper limit. */
export function integer(min: number = NEGATIVE_INFINITY, max: number = POSITIVE_INFINITY) {
  if (min === NEGATIVE_INFINITY && max === POSITIVE_INFINITY) return numberInRange('integer()', min, max)
  const from = min === NEGATIVE_INFINITY ? '-inf' : String(min)
  return numberInRange(`${from}..${max === POSITIVE_INFINITY ? 'inf' : max}`, min, max)
}

const alwaysExpect = (expected: string) => () => ({ expected })

export const positiveInteger = numberInRange(
  'pos_integer()',
  1,
  POSITIVE_INFINITY,
  alwaysExpect('pos_integer()'),
)

export const nonNegativeInteger = numberInRange(
  'non_neg_integer()',
  0,
  POSITIVE_INFINITY,
  alwaysExpect('non_neg_integer()'),
)

/** A number with or without a fraction. */
export const decimal = scalar(
  'number()',
  (given) => {
    const value = coerceNumber(given)
    return typeof value === 'number' ? { value } : { reason: 'Unable to parse number value' }
  },
  {
    tolerant: v.number(),
    control: { kind: 'number', isFractional: true },
    described: { type: 'number' },
  },
)
