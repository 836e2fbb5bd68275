import * as v from 'valibot'
import { oneOf } from '../description/choices.ts'
import { boolean, resourceName, scalar, text } from '../description/scalars.ts'
import { listOf, optional, required, struct, withDefault } from '../description/schema.ts'
import { rows } from '../paging.ts'

/** The parts that validations and transformations share: both process messages on their way into the broker. */

export const failureActions = ['drop', 'disconnect', 'ignore'] as const
export type FailureAction = (typeof failureActions)[number]

export const failureLevels = ['error', 'warning', 'notice', 'info', 'debug', 'none'] as const

/** The maximum number of topic filters; real validations and transformations have fewer. */
const mostTopics = 1000

/** One topic filter or several; whether a filter can ever match is not checked. */
const topics = scalar(
  'binary()',
  (given) => {
    const list: unknown = typeof given === 'string' ? [given] : given
    if (!Array.isArray(list) || !list.every((one) => typeof one === 'string'))
      return { reason: { expected: 'binary()' } }
    if (list.length === 0) return { reason: 'at least one topic filter must be defined' }
    if (list.length > mostTopics) return { reason: `more than ${mostTopics} topic filters` }
    const twice = findRepeatedTopics(list)
    return twice.length === 0 ? { value: list } : { reason: `duplicated topics: ${twice.join(', ')}` }
  },
  {
    tolerant: v.array(v.string()),
    control: { kind: 'lines' },
    described: { oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
  },
)

/** Returns the topics that a list contains more than once. */
export const findRepeatedTopics = (list: readonly string[]): readonly string[] => [
  ...new Set(list.filter((one, at) => list.indexOf(one) !== at)),
]

const logFailure = (area: string) =>
  struct(`${area}:log_failure`, { level: withDefault(oneOf(...failureLevels), 'info') })

/**
 * Creates the shared fields in the order in which the broker lists errors; the other fields come between `first` and
 * `last`.
 */
export const createScreenFields = <const A extends string>(area: A) => ({
  first: {
    description: withDefault(text, ''),
    enable: withDefault(boolean, true),
    name: required(resourceName),
    topics: required(topics),
  },
  last: {
    failure_action: required(oneOf(...failureActions)),
    log_failure: withDefault(logFailure(area), {}),
    tags: optional(listOf(text)),
  },
})

const figuresSchema = v.object({
  matched: v.number(),
  succeeded: v.number(),
  failed: v.number(),
  /** The number of matched messages per second. */
  rate: v.number(),
  rate_last5m: v.number(),
  rate_max: v.number(),
})
export type ScreenFigures = v.InferOutput<typeof figuresSchema>

export const screenMetricsSchema = v.object({
  metrics: figuresSchema,
  node_metrics: rows(v.object({ node: v.string(), metrics: figuresSchema })),
})

export const orderSchema = v.object({ order: v.array(v.string()) })
