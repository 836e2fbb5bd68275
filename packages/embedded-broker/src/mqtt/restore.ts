import * as v from 'valibot'
import { readRecords } from '../storage/read-records.ts'
import type { Core } from './core.ts'
import type { Home } from './home.ts'
import { isExpired } from './message.ts'
import { storedMessageSchema } from './message-record.ts'
import { MqttSession } from './session.ts'
import { sessionRecordSchema } from './session-record.ts'

const queuedSchema = v.object({
  clientid: v.string(),
  insertedAt: v.pipe(v.string(), v.regex(/^\d{7,}$/)),
  packetId: v.optional(v.number()),
  isReleased: v.boolean(),
  subscriptionIdentifier: v.optional(v.number()),
  share: v.optional(v.object({ filter: v.string(), group: v.string() })),
  message: storedMessageSchema,
})

const awaitingSchema = v.object({ clientid: v.string(), packetId: v.number(), since: v.number() })

function restoreSessions(core: Core, homes: readonly Home[]): void {
  const now = core.now()
  const [firstHome] = homes
  for (const [key, record] of readRecords(core.records, 'session', sessionRecordSchema)) {
    const home = homes.find(({ name }) => name === record.node) ?? firstHome
    // Connected to the last: its time begins now.
    const disconnectedAt = record.disconnectedAt ?? now
    const expiresAt = disconnectedAt + record.expiryInterval * 1000
    const isOver = record.expiryInterval !== 0xffffffff && expiresAt <= now
    if (home === undefined || isOver) {
      void core.records.removeKey('session', key)
      continue
    }
    const { clientid, createdAt, subscriptions, mqueueDropped, ...details } = record
    const session = new MqttSession(
      clientid,
      home,
      { ...details, username: details.username },
      core,
      createdAt,
    )
    session.disconnectedAt = disconnectedAt
    session.outbox.dropped = mqueueDropped
    for (const subscription of subscriptions) {
      session.subscriptions.set(subscription.topic, { ...subscription, group: subscription.group })
    }
    core.registry.restore(session, expiresAt)
  }
}

function restoreQueues(core: Core): void {
  const rows = [...readRecords(core.records, 'queued', queuedSchema)]
  rows.sort(
    ([, a], [, b]) => Number(a.insertedAt) - Number(b.insertedAt) || (a.insertedAt < b.insertedAt ? -1 : 1),
  )
  for (const [key, row] of rows) {
    const session = core.registry.get(row.clientid)
    if (session === undefined || (row.packetId === undefined && isExpired(row.message, core.now()))) {
      void core.records.removeKey('queued', key)
      continue
    }
    const { clientid: _, packetId, subscriptionIdentifier, share, ...entry } = row
    session.outbox.restore({ ...entry, packetId, subscriptionIdentifier, share, priority: 0 })
  }
}

/** Brings back what the store holds; what has expired meanwhile is removed from it. */
export function restore(core: Core, homes: readonly Home[]): void {
  for (const [key, message] of readRecords(core.records, 'retained', storedMessageSchema)) {
    if (isExpired(message, core.now())) void core.records.removeKey('retained', key)
    else core.retained.restore(message)
  }
  restoreSessions(core, homes)
  restoreQueues(core)
  for (const [key, { clientid, packetId, since }] of readRecords(core.records, 'awaiting', awaitingSchema)) {
    const session = core.registry.get(clientid)
    if (session === undefined) void core.records.removeKey('awaiting', key)
    else session.awaitingRel.set(packetId, since)
  }
}
