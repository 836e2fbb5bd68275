import * as v from 'valibot'
import { compareOutcomes, kinds } from '#compare/compare-sides.ts'
import { type ConfigDocument, isDocument } from '#compare/masked-config.ts'
import type { Difference } from '#kit/form/differences.ts'

/** The document is not copied, because a copy key by key would lose names such as `__proto__`. */
const document = v.custom<ConfigDocument>(isDocument)
/** The tag is checked, because an object from a message channel may belong to another realm. */
const bytes = v.custom<Uint8Array<ArrayBuffer>>(
  (value) => Object.prototype.toString.call(value) === '[object Uint8Array]',
)
const texts = v.pipe(v.array(v.string()), v.readonly())
const kind = v.picklist(kinds)
const count = v.pipe(v.number(), v.integer(), v.minValue(0))

/** The commands of the page to the worker, which answers them one after the other. */
export const compareCommandSchema = v.variant('ask', [
  /** The first command; it has no response. */
  v.object({ ask: v.literal('open'), name: v.string(), bytes }),
  v.object({ ask: v.literal('read'), id: count }),
  /** The command contains the objects of the kind in the cluster. */
  v.object({
    ask: v.literal('compare'),
    id: count,
    kind,
    here: v.pipe(v.array(v.object({ id: v.string(), settings: document, withheld: texts })), v.readonly()),
  }),
])
export type CompareCommand = v.InferOutput<typeof compareCommandSchema>

const fileReadingSchema = v.variant('kind', [
  v.object({
    kind: v.picklist(['read', 'too-large', 'unreadable', 'no-config', 'no-text', 'long-names']),
  }),
  v.object({ kind: v.literal('no-hocon'), line: v.number(), reason: v.string() }),
])

const comparedSchema = v.object({
  id: v.string(),
  outcome: v.picklist(compareOutcomes),
  here: v.optional(document),
  there: v.optional(document),
  differences: v.custom<readonly Difference[]>(Array.isArray),
  differenceCount: count,
  secrets: texts,
  secretCount: count,
  withheld: texts,
})

/** The responses of the worker. */
export const compareAnswerSchema = v.variant('kind', [
  v.object({ kind: v.literal('read'), id: count, reading: fileReadingSchema }),
  /** `all` is missing if the file does not contain the kind. */
  v.object({
    kind: v.literal('compared'),
    id: count,
    all: v.optional(v.pipe(v.array(comparedSchema), v.readonly())),
  }),
  v.object({ kind: v.literal('too-many'), id: count, most: count }),
])
export type CompareAnswer = v.InferOutput<typeof compareAnswerSchema>
