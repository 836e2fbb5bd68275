import * as v from 'valibot'

/**
 * The indexes in the memory that the thread and its caller share: two counters that the sides wait for, and whether a
 * program is running.
 */
export const jqSignal = { requests: 0, answers: 1, isRunning: 2 } as const
export const jqSignalLength = 3

/** This value replaces the number of requests when the thread accepts no more requests. */
export const closed = -1

export const jqRequestSchema = v.object({
  id: v.number(),
  request: v.variant('kind', [
    v.object({ kind: v.literal('ask'), program: v.string(), input: v.string() }),
    v.object({ kind: v.literal('learn'), programs: v.array(v.string()) }),
  ]),
})

export const jqReplySchema = v.object({
  id: v.number(),
  /** Undefined if the program failed. */
  results: v.optional(v.array(v.string())),
})
export interface JqReply {
  readonly id: number
  readonly results: readonly string[] | undefined
}
