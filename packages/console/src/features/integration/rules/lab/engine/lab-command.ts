import { statementFaultKinds } from '@brokerdeck/languages/rule-sql/statement-problem.ts'
import * as v from 'valibot'

const count = v.pipe(v.number(), v.integer(), v.minValue(0))
/** The line on which the expression ends, from 1. */
const line = v.pipe(v.number(), v.integer(), v.minValue(1))

const lineValueSchema = v.variant('kind', [
  /**
   * The value as JSON; for an object, only the names of its keys. `ofItem`: the value belongs to the first of several
   * items.
   */
  v.object({ kind: v.literal('value'), line, text: v.string(), ofItem: v.boolean() }),
  /** `near` is the name that was probably meant by the last part of the path, which begins at `part`. */
  v.object({
    kind: v.literal('undefined'),
    line,
    missing: v.optional(
      v.object({ path: v.string(), near: v.string(), from: count, part: count, to: count }),
    ),
  }),
  /** The result of a condition; `text` shows the compared values. */
  v.object({ kind: v.literal('truth'), line, is: v.boolean(), text: v.string() }),
  /** The result of INCASE: how many of the items pass. */
  v.object({ kind: v.literal('items'), line, passed: count, all: count }),
  /** The source matches the message. */
  v.object({ kind: v.literal('matches'), line }),
  v.object({ kind: v.literal('fails'), line, reason: v.string() }),
  v.object({ kind: v.literal('broker-only'), line, functionName: v.string() }),
])
export type LineValue = v.InferOutput<typeof lineValueSchema>

/** A part of a path that the object before it does not have, with the path up to that part. */
const missingPartSchema = v.object({
  path: v.string(),
  /** The key of the object that was probably meant. */
  near: v.optional(v.string()),
  from: count,
  /** The position at which the part begins, including its dot. */
  part: count,
  to: count,
  /** True if the path stands in WHERE. */
  isCondition: v.boolean(),
})
export type MissingPart = v.InferOutput<typeof missingPartSchema>

const labOutcomeSchema = v.variant('kind', [
  /** `length` is the length of the whole output, if the output was shortened. */
  v.object({ kind: v.literal('passes'), output: v.string(), length: v.optional(v.number()) }),
  v.object({ kind: v.literal('no-result'), why: v.picklist(['source', 'condition', 'empty']) }),
  /** The message is in the broker's words. */
  v.object({ kind: v.literal('fails'), message: v.string() }),
  v.object({ kind: v.literal('broker-only'), functionName: v.string() }),
  v.object({ kind: v.literal('limit'), what: v.picklist(['time', 'size', 'depth']) }),
  v.object({ kind: v.literal('unreadable') }),
])
export type LabOutcome = v.InferOutput<typeof labOutcomeSchema>

const checkSchema = v.object({
  /** The text of the condition as it is written. */
  text: v.string(),
  /** `skipped`: the broker does not evaluate the condition, because the conditions before it decide the result. */
  is: v.picklist(['true', 'false', 'skipped', 'fails', 'unknown']),
  /** The compared values; empty if they are not known. */
  compared: v.string(),
})
export type ConditionCheck = v.InferOutput<typeof checkSchema>

/** The result of each step for a message. */
const messagePathSchema = v.object({
  /** The result of data processing, independent of the condition. */
  processed: labOutcomeSchema,
  /** The conditions that AND and OR join in WHERE. */
  checks: v.array(checkSchema),
})
export type MessagePath = v.InferOutput<typeof messagePathSchema>

/** The lanes are evaluated independently; in each lane only the newest command counts. */
export const lanes = ['chosen', 'all', 'cases'] as const
export type Lane = (typeof lanes)[number]

/** The command that the page sends to the worker. */
export const labCommandSchema = v.object({
  run: count,
  lane: v.picklist(lanes),
  sql: v.string(),
  /** If set, the worker also tells whether the saved statement gives a different result. */
  savedSql: v.optional(v.string()),
  contexts: v.array(v.string()),
  /** True if the result of each step for the chosen message is requested. */
  hasPath: v.optional(v.boolean(), false),
  /** The time for all messages of the run, in milliseconds since the epoch. */
  now: v.number(),
})
export type LabCommand = v.InferInput<typeof labCommandSchema>

const resultSchema = v.object({
  outcome: labOutcomeSchema,
  /** JSON pointers into the output; only for the chosen message. */
  varies: v.optional(v.array(v.string())),
  /** The result of the saved statement; only for the chosen message. */
  saved: v.optional(labOutcomeSchema),
  isChanged: v.optional(v.boolean()),
  /** The values of the expressions, line by line; only for the chosen message. */
  lines: v.optional(v.array(lineValueSchema)),
  /** The result of each step, if requested; only for the chosen message. */
  path: v.optional(messagePathSchema),
})
export type LabResult = v.InferOutput<typeof resultSchema>

/** `count` of the `of` messages in which the path was read do not have the part. */
const absentSchema = v.object({ ...missingPartSchema.entries, count, of: count })
export type AbsentPart = v.InferOutput<typeof absentSchema>

/** The responses that the worker sends. */
export const labAnswerSchema = v.variant('kind', [
  /** A sign of life, sent before each message that takes long. */
  v.object({ kind: v.literal('at'), run: count, index: count }),
  /** The position at which the text is no longer a statement, and the beginning of the text there. */
  v.object({
    kind: v.literal('fault'),
    run: count,
    fault: v.picklist(statementFaultKinds),
    found: v.string(),
    from: count,
  }),
  v.object({
    kind: v.literal('done'),
    run: count,
    results: v.array(resultSchema),
    /** Only for all messages. */
    absent: v.optional(v.array(absentSchema)),
    milliseconds: v.number(),
  }),
])
export type LabAnswer = v.InferOutput<typeof labAnswerSchema>
