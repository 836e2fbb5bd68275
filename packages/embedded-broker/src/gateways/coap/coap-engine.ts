import { parseDuration } from '@brokerdeck/contract/measures.ts'
import * as v from 'valibot'
import { clientOverrideSchema } from '../client-override.ts'
import type { GatewayEngine } from '../gateway-engine.ts'
import { servePeers } from '../serve-peers.ts'
import { type CoapConnections, CoapPeer, type CoapSettings } from './coap-peer.ts'

const qosSchema = v.pipe(
  v.picklist(['coap', 'qos0', 'qos1', 'qos2']),
  v.transform((word) => (word === 'coap' ? word : word === 'qos0' ? 0 : word === 'qos1' ? 1 : 2)),
)

const documentSchema = v.object({
  mountpoint: v.string(),
  connection_required: v.boolean(),
  heartbeat: v.string(),
  notify_type: v.picklist(['qos', 'con', 'non']),
  subscribe_qos: qosSchema,
  publish_qos: qosSchema,
  clientinfo_override: v.optional(clientOverrideSchema, {}),
})

export const coapEngine: GatewayEngine = (document, node) => {
  const read = v.parse(documentSchema, document)
  const settings: CoapSettings = {
    mountpoint: read.mountpoint,
    requiresConnection: read.connection_required,
    heartbeat: parseDuration(read.heartbeat) ?? 30_000,
    notifyType: read.notify_type,
    subscribeQos: read.subscribe_qos,
    publishQos: read.publish_qos,
    override: read.clientinfo_override,
  }
  const connections: CoapConnections = new Map()
  return servePeers((peer) => new CoapPeer(peer, node, settings, connections))
}
