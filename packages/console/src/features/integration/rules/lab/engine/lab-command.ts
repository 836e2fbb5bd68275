import { statementFaultKinds } from '@brokerdeck/languages/rule-sql/statement-problem.ts'
import * as v from 'valibot'

const count = v.pipe(v.number(), v.integer(), v.minValue(0))
/** From 1: where the expression ends. */
const line = v.pipe(v.number(), v.integer(), v.minValue(1))

const lineValueSchema = v.variant('kind', [
  /** As JSON; of an object only what it holds. `ofItem`: of the first of several. */
  v.object({ kind: v.literal('value'), line, text: v.string(), ofItem: v.boolean() }),
  /** With `near`, what was probably meant by the last part of its path, which begins at `part`. */
  v.object({
    kind: v.literal('undefined'),
    line,
    missing: v.optional(
      v.object({ path: v.string(), near: v.string(), from: count, part: count, to: count }),
    ),
  }),
  /** Of a condition; with `text`, what is compared in it. */
  v.object({ kind: v.literal('truth'), line, is: v.boolean(), text: v.string() }),
  /** Of INCASE: how many of the items stay. */
  v.object({ kind: v.literal('items'), line, passed: count, all: count }),
  /** Of a source. */
  v.object({ kind: v.literal('matches'), line }),
  v.object({ kind: v.literal('fails'), line, reason: v.string() }),
  v.object({ kind: v.literal('broker-only'), line, functionName: v.string() }),
])
export type LineValue = v.InferOutput<typeof lineValueSchema>

/** A part of a path that the object before it does not have, with the path up to there. */
const missingPartSchema = v.object({
  path: v.string(),
  /** What of the object was probably meant. */
  near: v.optional(v.string()),
  from: count,
  /** Where the part begins, its dot with it. */
  part: count,
  to: count,
  /** It stands in WHERE. */
  isCondition: v.boolean(),
})
export type MissingPart = v.InferOutput<typeof missingPartSchema>

const labOutcomeSchema = v.variant('kind', [
  /** `length`: of the whole output, where it is longer than what is told of it. */
  v.object({ kind: v.literal('passes'), output: v.string(), length: v.optional(v.number()) }),
  v.object({ kind: v.literal('no-result'), why: v.picklist(['source', 'condition', 'empty']) }),
  /** In the broker's words. */
  v.object({ kind: v.literal('fails'), message: v.string() }),
  v.object({ kind: v.literal('broker-only'), functionName: v.string() }),
  v.object({ kind: v.literal('limit'), what: v.picklist(['time', 'size', 'depth']) }),
  v.object({ kind: v.literal('unreadable') }),
])
export type LabOutcome = v.InferOutput<typeof labOutcomeSchema>

const checkSchema = v.object({
  /** As it is written. */
  text: v.string(),
  /** The broker does not come to it where what stands before it has decided. */
  is: v.picklist(['true', 'false', 'skipped', 'fails', 'unknown']),
  /** What is compared in it; empty where that is not known. */
  compared: v.string(),
})
export type ConditionCheck = v.InferOutput<typeof checkSchema>

/** What becomes of a message step by step. */
const messagePathSchema = v.object({
  /** What data processing gives, whatever the condition says then. */
  processed: labOutcomeSchema,
  /** Of what AND and OR join in WHERE. */
  checks: v.array(checkSchema),
})
export type MessagePath = v.InferOutput<typeof messagePathSchema>

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
  /** Where the text ceases to be a statement, and the beginning of what stands there. */
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
    /** Only of all messages. */
    absent: v.optional(v.array(absentSchema)),
    milliseconds: v.number(),
  }),
])
export type LabAnswer = v.InferOutput<typeof labAnswerSchema>
