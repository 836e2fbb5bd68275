import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { pageQuery, pageSchema } from '../paging.ts'
import { flag, timestamp } from '../scalars.ts'

/** `duration` is in milliseconds, up to now for an active alarm; `details` differ by alarm. */
export const alarmSchema = v.object({
  name: v.string(),
  node: v.string(),
  message: v.string(),
  activate_at: timestamp,
  deactivate_at: v.optional(timestamp),
  duration: v.number(),
  details: v.record(v.string(), v.unknown()),
})
export type Alarm = v.InferOutput<typeof alarmSchema>

export const alarms = {
  /** Lists the active alarms, or the past alarms if `activated` is false. */
  list: endpoint({
    method: 'GET',
    path: '/alarms',
    query: v.object({ ...pageQuery, activated: v.optional(flag, true) }),
    response: { 200: pageSchema(alarmSchema) },
    errors: [],
    access: 'token',
  }),
  /** Deletes the past alarms. */
  clear: endpoint({
    method: 'DELETE',
    path: '/alarms',
    refreshes: ['/alarms'],
    response: { 204: null },
    errors: [],
    access: 'token',
  }),
  /**
   * Only deactivates alarms of the responding node; an alarm whose cause persists returns at the next check.
   * `NOT_FOUND` has the status 400.
   */
  deactivate: endpoint({
    method: 'POST',
    path: '/alarms/force_deactivate',
    refreshes: ['/alarms'],
    body: v.object({ name: v.string() }),
    response: { 204: null },
    errors: ['NOT_FOUND', 'INVALID_PARAMETER'],
    access: 'token',
  }),
} as const
