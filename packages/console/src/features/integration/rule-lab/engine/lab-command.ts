import * as v from 'valibot'
import { labOutcomeSchema } from './evaluate-message.ts'
import { count, lineValueSchema } from './line-value.ts'
import { messagePathSchema } from './message-path.ts'
import { missingPartSchema } from './missing-parts.ts'

/** What is evaluated beside each other; of each the newest counts. */
export const lanes = ['chosen', 'all', 'cases'] as const
export type Lane = (typeof lanes)[number]

/** What the page asks the worker. */
export const labCommandSchema = v.object({
  run: count,
  lane: v.picklist(lanes),
  sql: v.string(),
  /** With it, whether that one gives something else. */
  savedSql: v.optional(v.string()),
  contexts: v.array(v.string()),
  /** With what becomes of the chosen message step by step. */
  hasPath: v.optional(v.boolean(), false),
  /** Epoch milliseconds, of all messages of the run. */
  now: v.number(),
})
export type LabCommand = v.InferInput<typeof labCommandSchema>

const resultSchema = v.object({
  outcome: labOutcomeSchema,
  /** JSON pointers into the output; only of the chosen message. */
  varies: v.optional(v.array(v.string())),
  /** What the saved statement gives; only of the chosen message. */
  saved: v.optional(labOutcomeSchema),
  isChanged: v.optional(v.boolean()),
  /** What the expressions give, line by line; only of the chosen message. */
  lines: v.optional(v.array(lineValueSchema)),
  /** Where that was asked; only of the chosen message. */
  path: v.optional(messagePathSchema),
})
export type LabResult = v.InferOutput<typeof resultSchema>

/** In so many of the messages that it was read of. */
const absentSchema = v.object({ ...missingPartSchema.entries, count, of: count })
export type AbsentPart = v.InferOutput<typeof absentSchema>

/** What the worker answers. */
export const labAnswerSchema = v.variant('kind', [
  /** A sign of life, before each message that takes its time. */
  v.object({ kind: v.literal('at'), run: count, index: count }),
  v.object({ kind: v.literal('fault'), run: count }),
  v.object({
    kind: v.literal('done'),
    run: count,
    results: v.array(resultSchema),
    /** Only of all messages. */
    absent: v.optional(v.array(absentSchema)),
    milliseconds: v.number(),
  }),
])
export type LabAnswer = v.InferOutput<typeof labAnswerSchema>
