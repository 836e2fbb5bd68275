import { parseDuration } from '@brokerdeck/contract/measures.ts'
import * as v from 'valibot'
import { clientOverrideSchema } from '../client-override.ts'
import type { GatewayEngine } from '../gateway-engine.ts'
import { servePeers } from '../serve-peers.ts'
import { Lwm2mPeer, type Lwm2mSettings } from './lwm2m-peer.ts'

const translatorSchema = v.object({ topic: v.string(), qos: v.picklist([0, 1, 2]) })

const documentSchema = v.object({
  mountpoint: v.string(),
  lifetime_min: v.string(),
  lifetime_max: v.string(),
  qmode_time_window: v.string(),
  auto_observe: v.boolean(),
  update_msg_publish_condition: v.picklist(['always', 'contains_object_list']),
  idle_timeout: v.string(),
  translators: v.object({
    command: translatorSchema,
    response: translatorSchema,
    notify: translatorSchema,
    register: translatorSchema,
    update: translatorSchema,
  }),
  clientinfo_override: v.optional(clientOverrideSchema, {}),
})

export const lwm2mEngine: GatewayEngine = (document, node) => {
  const read = v.parse(documentSchema, document)
  const seconds = (written: string, usual: number) => Math.ceil((parseDuration(written) ?? usual) / 1000)
  const settings: Lwm2mSettings = {
    mountpoint: read.mountpoint,
    lifetimeMin: seconds(read.lifetime_min, 15_000),
    lifetimeMax: seconds(read.lifetime_max, 86_400_000),
    wakeTime: parseDuration(read.qmode_time_window) ?? 22_000,
    autoObserve: read.auto_observe,
    tellsEveryUpdate: read.update_msg_publish_condition === 'always',
    translators: read.translators,
    idleTimeout: parseDuration(read.idle_timeout) ?? 30_000,
    override: read.clientinfo_override,
  }
  return servePeers((peer) => new Lwm2mPeer(peer, node, settings))
}
