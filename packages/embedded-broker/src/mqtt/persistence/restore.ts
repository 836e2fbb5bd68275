import * as v from 'valibot'
import { readRecords } from '../../storage/read-records.ts'
import { storedTime } from '../../storage/stored-time.ts'
import { noRights } from '../client/rights.ts'
import type { BrokerServices } from '../connection/broker-services.ts'
import type { NodeContext } from '../connection/node-context.ts'
import type { Subscription } from '../node/cluster.ts'
import type { DelayedMessages } from '../retained/delayed-messages.ts'
import { isExpired } from '../routing/message.ts'
import { MqttSession } from '../session/session.ts'
import { longestInline, sizeOfMessage, storedMessageSchema } from './message-record.ts'
import { sessionRecordSchema, subscriptionRecordSchema } from './session-record.ts'

const queuedSchema = v.object({
  clientid: v.string(),
  insertedAt: v.pipe(v.string(), v.regex(/^\d{7,}$/)),
  packetId: v.optional(v.number()),
  isReleased: v.boolean(),
  subscriptionIdentifier: v.optional(v.number()),
  share: v.optional(v.object({ filter: v.string(), group: v.string() })),
  message: storedMessageSchema,
})

const delayedSchema = v.object({
  node: v.string(),
  seconds: v.number(),
  dueAt: storedTime,
  message: storedMessageSchema,
})

const awaitingSchema = v.object({ clientid: v.string(), packetId: v.number(), since: storedTime })

function readSubscriptions(core: BrokerServices): ReadonlyMap<string, Subscription[]> {
  const found = new Map<string, Subscription[]>()
  for (const [, { clientid, ...one }] of readRecords(
    core.records,
    'subscription',
    subscriptionRecordSchema,
  )) {
    const subscription = { ...one, group: one.group }
    const ofClient = found.get(clientid)
    if (ofClient === undefined) found.set(clientid, [subscription])
    else ofClient.push(subscription)
  }
  return found
}

function restoreSessions(core: BrokerServices, homes: readonly NodeContext[]): void {
  const now = core.now()
  const written = readSubscriptions(core)
  const [firstHome] = homes
  for (const [key, record] of readRecords(core.records, 'session', sessionRecordSchema)) {
    const nodeContext = homes.find(({ name }) => name === record.node) ?? firstHome
    // The session was connected until the broker stopped, so its expiry interval starts now.
    const disconnectedAt = record.disconnectedAt ?? now
    const expiresAt = disconnectedAt + record.expiryInterval * 1000
    const isOver = record.expiryInterval !== 0xffffffff && expiresAt <= now
    if (nodeContext === undefined || isOver) {
      void core.records.removeKey('session', key)
      for (const { topic } of written.get(key) ?? []) void core.records.removeSubscription(key, topic)
      continue
    }
    const { clientid, createdAt, subscriptions: inRecord, mqueueDropped, ...details } = record
    const session = new MqttSession(
      clientid,
      nodeContext,
      { ...details, username: details.username, rights: noRights },
      core,
      createdAt,
    )
    session.disconnectedAt = disconnectedAt
    session.outbox.dropped = mqueueDropped
    for (const one of [...inRecord, ...(written.get(clientid) ?? [])]) {
      session.subscriptions.set(one.topic, { ...one, group: one.group })
    }
    core.registry.restore(session, expiresAt)
    session.isStored = inRecord.length === 0
    if (inRecord.length > 0) void core.registry.save(session)
  }
}

function restoreQueues(core: BrokerServices): void {
  const rows: [string, v.InferOutput<typeof queuedSchema>][] = []
  // Sessions that wait for the same message share its payload in memory, too.
  const payloads = new Map<string, Buffer>()
  for (const [key, row] of readRecords(core.records, 'queued', queuedSchema)) {
    const { id } = row.message
    const payload = payloads.get(id) ?? row.message.payload
    payloads.set(id, payload)
    rows.push([key, { ...row, message: { ...row.message, payload } }])
  }
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
    const priority = session.getPriority(row.message.topic)
    const size = sizeOfMessage(row.message)
    const restored = { ...entry, packetId, subscriptionIdentifier, share, priority, size }
    session.restoreEntry(restored)
    // The record comes from an older journal, in which every session had the whole message.
    if (size > longestInline && !core.records.hasSharedBody('queued', key)) {
      void core.records.putQueued(row.clientid, restored)
    }
  }
}

export function restoreRetained(core: Pick<BrokerServices, 'records' | 'retained' | 'now'>): void {
  for (const [key, message] of readRecords(core.records, 'retained', storedMessageSchema)) {
    if (isExpired(message, core.now())) void core.records.removeKey('retained', key)
    else core.retained.restore(message)
  }
}

/**
 * Restores delayed messages. A message that became due meanwhile is sent at the first tick; a message of a node that
 * no longer exists waits on the first node.
 */
export function restoreDelayed(
  records: BrokerServices['records'],
  delayed: DelayedMessages,
  homes: readonly NodeContext[],
): void {
  for (const [, row] of readRecords(records, 'delayed', delayedSchema)) {
    const nodeContext = homes.find(({ name }) => name === row.node) ?? homes[0]
    if (nodeContext !== undefined) delayed.restore({ ...row, node: nodeContext.name }, nodeContext)
  }
}

/** Restores the contents of the store and removes what has expired meanwhile. */
export function restore(core: BrokerServices, homes: readonly NodeContext[]): void {
  restoreRetained(core)
  restoreSessions(core, homes)
  restoreQueues(core)
  for (const [key, { clientid, packetId, since }] of readRecords(core.records, 'awaiting', awaitingSchema)) {
    const session = core.registry.get(clientid)
    if (session === undefined) void core.records.removeKey('awaiting', key)
    else session.awaitingRel.set(packetId, since)
  }
}
