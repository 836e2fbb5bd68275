import * as v from 'valibot'
import { cursorPageSchema } from './paging.ts'
import { integerSchema, moment, timestamp } from './scalars.ts'

/* The audit log of the server that sends the console, which is none of the broker's: the broker's own is `system/audit.ts`. */

/** Below the base path of the console. */
export const serverAuditPath = 'brokerdeck/audit-log'

/** `unfinished`: nothing was answered, or the line that says so is missing. */
const serverAuditOutcomes = ['succeeded', 'refused', 'unfinished'] as const

const serverAuditMethods = ['POST', 'PUT', 'PATCH', 'DELETE', 'GET'] as const

const known = v.optional(v.string())
const texts = v.record(v.string(), v.string())

/** A line of the file. `end` has the status that was answered, `cut` has none: the client left before. */
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

/** One write: its last line, and what the API calls it where its path is known. */
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
 * The newest first. One answer ends when enough was found, or when enough of the file was read for one request: it may be
 * empty and have a cursor. A line that cannot be read is a row that does not fit. `reached`: the time of the oldest line
 * that was looked at.
 */
export const serverAuditAnswerSchema = v.object({
  ...cursorPageSchema(serverAuditEntrySchema).entries,
  reached: v.optional(timestamp),
})
