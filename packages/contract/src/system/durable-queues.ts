import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { cursorQuery, rows } from '../paging.ts'
import { textSchema } from '../scalars.ts'

/** Epoch milliseconds, or the text as it was written. */
const written = v.union([v.number(), v.string()])

/** `id` consists of the group and the filter in hexadecimal: `g1:64712F23`. */
export const durableQueueSchema = v.object({
  id: v.string(),
  group: v.string(),
  topic: v.string(),
  created_at: v.optional(written),
  start_time: v.optional(written),
})
export type DurableQueue = v.InferOutput<typeof durableQueueSchema>

const params = v.object({ id: v.string() })

/**
 * Enterprise only. All endpoints return 404 while queues are disabled. Filters are not checked: `a/#/b` creates a
 * queue, too.
 */
export const durableQueues = {
  list: endpoint({
    method: 'GET',
    path: '/durable_queues',
    query: v.object(cursorQuery),
    response: {
      200: v.object({
        data: rows(durableQueueSchema),
        meta: v.object({
          hasnext: v.boolean(),
          cursor: v.optional(v.string()),
          count: v.optional(v.number()),
        }),
      }),
    },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
  /** The queue keeps messages that are published from `start_time` on, by default from now on. */
  create: endpoint({
    method: 'POST',
    path: '/durable_queues',
    refreshes: ['/durable_queues'],
    body: v.strictObject({ group: textSchema, topic: textSchema, start_time: v.optional(written) }),
    response: { 201: durableQueueSchema },
    errors: ['NOT_FOUND', 'CONFLICT'],
    access: 'token',
  }),
  get: endpoint({
    method: 'GET',
    path: '/durable_queues/:id',
    params,
    response: { 200: durableQueueSchema },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/durable_queues/:id',
    refreshes: ['/durable_queues'],
    params,
    response: { 200: v.string() },
    errors: ['NOT_FOUND', 'CONFLICT'],
    access: 'token',
  }),
} as const
