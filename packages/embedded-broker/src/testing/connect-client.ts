import { type IClientOptions, MqttClient } from 'mqtt'
import type { Peer } from '../mqtt/events/client-events.ts'
import type { Cluster } from '../mqtt/node/cluster.ts'
import { duplexPair } from './duplex-pair.ts'

export interface TestClientOptions extends IClientOptions {
  /** The name of the node; the first node by default. */
  readonly node?: string
  readonly peer?: Partial<Peer>
}

/** Connects an mqtt.js client without a socket. It does not reconnect by default. */
export function connectClient(cluster: Cluster, options: TestClientOptions = {}): Promise<MqttClient> {
  const { node = cluster.nodes[0]?.name ?? '', peer, ...rest } = options
  const openStream = () => {
    const [near, far] = duplexPair()
    cluster.attach(node, far, peer)
    return near
  }
  const client = new MqttClient(openStream, {
    reconnectPeriod: 0,
    protocolVersion: 5,
    timerVariant: 'native',
    ...rest,
  })
  return new Promise((resolve, reject) => {
    client.once('connect', () => resolve(client))
    client.once('error', reject)
    client.once('close', () => reject(new Error('closed before CONNACK')))
  })
}
