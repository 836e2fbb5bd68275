import * as v from 'valibot'

export const messageLists = ['queue', 'inflight'] as const
export type MessageList = (typeof messageLists)[number]

export const counterViews = ['total', 'rate'] as const
export type CounterView = (typeof counterViews)[number]

export const clientSearchSchema = v.object({
  /** The list of messages that is open. */
  messages: v.fallback(v.optional(v.picklist(messageLists)), undefined),
  counters: v.fallback(v.optional(v.picklist(counterViews), 'total'), 'total'),
})
