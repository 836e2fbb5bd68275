import * as v from 'valibot'
import type { NumberControl } from './control.ts'
import { scalar } from './scalars.ts'
import type { Reading, Scalar } from './schema.ts'

const numberOf = (value: unknown): unknown =>
  typeof value === 'string' && /^-?\d{1,16}(\.\d+)?$/.test(value) ? Number(value) : value

function within(value: unknown, min: number, max: number): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= min && value <= max
}

function ranged(
  name: string,
  min: number,
  max: number,
  onText: (value: unknown) => unknown = () => 'Unable to parse integer value',
): Scalar<number, NumberControl> {
  const read = (given: unknown): Reading => {
    const value = numberOf(given)
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

/** `integer(1, 3000)` refuses with `{expected: "1..3000"}`, without an upper limit with `1..inf`. */
export function integer(min: number = NEGATIVE_INFINITY, max: number = POSITIVE_INFINITY) {
  if (min === NEGATIVE_INFINITY && max === POSITIVE_INFINITY) return ranged('integer()', min, max)
  const from = min === NEGATIVE_INFINITY ? '-inf' : String(min)
  return ranged(`${from}..${max === POSITIVE_INFINITY ? 'inf' : max}`, min, max)
}

const expectedAlways = (expected: string) => () => ({ expected })

export const positiveInteger = ranged('pos_integer()', 1, POSITIVE_INFINITY, expectedAlways('pos_integer()'))

export const nonNegativeInteger = ranged(
  'non_neg_integer()',
  0,
  POSITIVE_INFINITY,
  expectedAlways('non_neg_integer()'),
)

/** With or without a fraction. */
export const decimal = scalar(
  'number()',
  (given) => {
    const value = numberOf(given)
    return typeof value === 'number' ? { value } : { reason: 'Unable to parse number value' }
  },
  {
    tolerant: v.number(),
    control: { kind: 'number', isFractional: true },
    described: { type: 'number' },
  },
)
