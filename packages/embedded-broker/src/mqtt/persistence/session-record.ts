import * as v from 'valibot'
import { storedTime } from '../../storage/stored-time.ts'
import type { MqttSession } from '../session/session.ts'

const subscriptionSchema = v.object({
  topic: v.string(),
  filter: v.string(),
  group: v.optional(v.string()),
  qos: v.picklist([0, 1, 2]),
  nl: v.picklist([0, 1]),
  rap: v.picklist([0, 1]),
  rh: v.picklist([0, 1, 2]),
  subscriptionIdentifier: v.exactOptional(v.number()),
  isExclusive: v.exactOptional(v.literal(true)),
})

export const sessionRecordSchema = v.object({
  clientid: v.string(),
  username: v.optional(v.string()),
  node: v.string(),
  protocolName: v.picklist(['MQTT', 'MQIsdp']),
  protocolVersion: v.picklist([3, 4, 5]),
  ipAddress: v.string(),
  port: v.number(),
  listener: v.string(),
  keepalive: v.number(),
  isCleanStart: v.boolean(),
  expiryInterval: v.pipe(v.number(), v.minValue(0)),
  isBridge: v.boolean(),
  mountpoint: v.optional(v.string(), ''),
  attributes: v.optional(v.record(v.string(), v.string()), {}),
  isAuthenticated: v.optional(v.boolean(), true),
  createdAt: storedTime,
  connectedAt: storedTime,
  disconnectedAt: v.optional(storedTime),
  mqueueDropped: v.number(),
  /** Only in older journals, in which subscriptions had no records of their own. */
  subscriptions: v.optional(v.array(subscriptionSchema), []),
})

export const subscriptionRecordSchema = v.object({ clientid: v.string(), ...subscriptionSchema.entries })

export function sessionToRecord(session: MqttSession): object {
  // The client is authenticated again when it returns, so its rights and certificate are not stored.
  const { rights: _, certificate: __, ...details } = session.details
  return {
    ...details,
    clientid: session.clientid,
    node: session.node,
    createdAt: session.createdAt,
    disconnectedAt: session.disconnectedAt,
    mqueueDropped: session.mqueueDropped,
  }
}
