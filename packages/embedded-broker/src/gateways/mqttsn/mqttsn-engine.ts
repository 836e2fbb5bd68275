import { parseDuration } from '@brokerdeck/contract/measures.ts'
import * as v from 'valibot'
import { clientOverrideSchema } from '../client-override.ts'
import type { GatewayEngine } from '../gateway-engine.ts'
import { servePeers } from '../serve-peers.ts'
import { SnPeer, type SnSettings } from './mqttsn-peer.ts'

const documentSchema = v.object({
  gateway_id: v.number(),
  enable_qos3: v.boolean(),
  predefined: v.array(v.object({ id: v.number(), topic: v.string() })),
  mountpoint: v.string(),
  idle_timeout: v.string(),
  clientinfo_override: v.optional(clientOverrideSchema, {}),
})

export const mqttsnEngine: GatewayEngine = (document, node) => {
  const read = v.parse(documentSchema, document)
  const settings: SnSettings = {
    gatewayId: read.gateway_id,
    acceptsQos3: read.enable_qos3,
    predefined: new Map(read.predefined.map(({ id, topic }) => [id, topic])),
    mountpoint: read.mountpoint,
    idleTimeout: parseDuration(read.idle_timeout) ?? 30_000,
    override: read.clientinfo_override,
  }
  return servePeers((peer) => new SnPeer(peer, node, settings))
}
