import * as v from 'valibot'
import { cursorPageSchema } from './paging.ts'
import { integerSchema, moment, timestamp } from './scalars.ts'

/*
 * The audit log of the server that serves the console. It is not the broker's own audit log, which is in
 * `system/audit.ts`.
 */

/** The path below the base path of the console. */
export const serverAuditPath = 'brokerdeck/audit-log'

/** `unfinished`: no response was sent, or the line that records it is missing. */
const serverAuditOutcomes = ['succeeded', 'refused', 'unfinished'] as const

const serverAuditMethods = ['POST', 'PUT', 'PATCH', 'DELETE', 'GET'] as const

const known = v.optional(v.string())
const texts = v.record(v.string(), v.string())

/** A line of the file. `end` has the status of the response; `cut` has none, because the client disconnected before. */
export const serverAuditLineSchema = v.object({
  time: timestamp,
  id: v.string(),
  event: v.picklist(['begin', 'end', 'cut']),
  cluster: v.string(),
  user: v.string(),
  auth: v.string(),
  backend: known,
  address: v.string(),
  method: v.string(),
  path: v.string(),
  query: v.optional(texts),
  hiddenQueries: v.optional(v.number()),
  object: v.optional(v.object({ kind: v.string(), name: known })),
  status: v.optional(v.number()),
  duration: v.optional(v.number()),
})
export type ServerAuditLine = v.InferOutput<typeof serverAuditLineSchema>

/** A write: its last line, and the name of its API operation if the path is known. */
const serverAuditEntrySchema = v.object({
  ...serverAuditLineSchema.entries,
  operation: v.optional(v.object({ id: v.string(), bindings: texts })),
})
export type ServerAuditEntry = v.InferOutput<typeof serverAuditEntrySchema>

export function outcomeOfAudit({ status }: Pick<ServerAuditLine, 'status'>) {
  if (status === undefined) return 'unfinished'
  return status < 400 ? 'succeeded' : 'refused'
}

export const serverAuditQuerySchema = v.object({
  limit: v.optional(integerSchema(1, 1_000), 100),
  cursor: known,
  user: known,
  address: known,
  method: v.optional(v.picklist(serverAuditMethods)),
  kind: known,
  name: known,
  outcome: v.optional(v.picklist(serverAuditOutcomes)),
  since: v.optional(moment),
  until: v.optional(moment),
})
export type ServerAuditQuery = Omit<v.InferOutput<typeof serverAuditQuerySchema>, 'cursor' | 'limit'>

/**
 * Lists the newest entries first. A response ends when it has enough entries or when enough of the file was read for
 * one request: it may be empty and still have a cursor. An unreadable line is an invalid row. `reached` is the time
 * of the oldest line that was read.
 */
export const serverAuditAnswerSchema = v.object({
  ...cursorPageSchema(serverAuditEntrySchema).entries,
  reached: v.optional(timestamp),
})
