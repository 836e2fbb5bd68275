import * as v from 'valibot'

/** The units are powers of 1024, as in the broker, even the decimal units. */
const units = { '': 1, B: 1, K: 1024, M: 1024 ** 2, G: 1024 ** 3, T: 1024 ** 4, P: 1024 ** 5 } as const

function isUnit(letter: string): letter is keyof typeof units {
  return Object.hasOwn(units, letter)
}

/** Parses `15.62G` (nodes), `1MB` (configuration), `40B` or `123` as bytes; undefined for any other text. */
export function parseByteSize(text: string): number | undefined {
  const match = /^(\d+(?:\.\d+)?)\s*([KMGTP]?)(?:B|iB)?$/i.exec(text.trim())
  const unit = match?.[2]?.toUpperCase()
  if (match === null || unit === undefined || !isUnit(unit)) return undefined
  return Math.round(Number(match[1]) * units[unit])
}

/*
 * The scalars of paths, queries and bodies. A caller writes numbers and booleans; the broker's side receives the text
 * of the URL. The schema decides how a text is converted, never its format: `clientid=0042` stays a text.
 */

/** An integer, written as a number, received as a number or as decimal text. */
export function integerSchema(min: number, max: number = Number.MAX_SAFE_INTEGER) {
  return v.pipe(
    v.union([v.number(), v.pipe(v.string(), v.regex(/^-?\d{1,16}$/), v.transform(Number))]),
    v.number(),
    v.safeInteger(),
    v.minValue(min),
    v.maxValue(max),
  )
}

export const flag = v.pipe(
  v.union([
    v.boolean(),
    v.pipe(
      v.picklist(['true', 'false']),
      v.transform((text) => text === 'true'),
    ),
  ]),
  v.boolean(),
)

/** A text in a body; the broker converts a number to text (a password `123`). */
export const textSchema = v.pipe(v.union([v.string(), v.pipe(v.number(), v.transform(String))]), v.string())

/** A key that may be repeated; one text or several become a list. */
export const repeated = v.pipe(
  v.union([
    v.pipe(
      v.string(),
      v.transform((one) => [one]),
    ),
    v.array(v.string()),
  ]),
  v.array(v.string()),
)

/** A list of names from a closed set, sent as one text with commas. */
export function csv<const Names extends readonly string[]>(names: Names) {
  return v.pipe(
    v.string(),
    v.transform((list) => list.split(',')),
    v.array(v.picklist(names)),
  )
}

/** A time in RFC 3339 with an offset, as the broker prints times: `2026-11-21T08:40:16.593+00:00`. */
export const timestamp = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/),
  v.check((time) => !Number.isNaN(Date.parse(time)), 'bad_rfc3339_timestamp'),
)

/** A time in a query: RFC 3339 or epoch milliseconds, parsed as epoch milliseconds. */
export const moment = v.pipe(
  v.union([
    v.number(),
    v.pipe(v.string(), v.regex(/^\d{1,16}$/), v.transform(Number)),
    v.pipe(
      timestamp,
      v.transform((time) => Date.parse(time)),
    ),
  ]),
  v.number(),
)

/** The word that the broker writes for an absent limit. */
export const infinite = v.literal('infinity')
export const limitOrInfinite = v.union([v.number(), infinite])

/** A number of bytes in a query: a number or a text such as `512KB`. */
export const byteSizeSchema = v.pipe(
  v.union([v.number(), v.string()]),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const bytes = typeof dataset.value === 'number' ? dataset.value : parseByteSize(dataset.value)
    if (bytes !== undefined) return bytes
    addIssue({ message: 'Not a valid bytesize' })
    return NEVER
  }),
  v.integer(),
  v.minValue(1),
)

export const qosSchema = v.picklist([0, 1, 2])
/** A QoS in a query or body. */
export const qosInput = v.pipe(integerSchema(0, 2), qosSchema)

/**
 * A whole configuration document in a request. It is typed here but validated by the broker, whose errors name the
 * place and the rule better than a schema of this contract could.
 */
export function document<const S extends v.GenericSchema>(schema: S) {
  const isDocument = (value: unknown) => typeof value === 'object' && value !== null
  return Object.assign(v.custom<v.InferInput<S>>(isDocument, schema.expects), { document: schema })
}
