import { duplexPair } from 'node:stream'
import { type IClientOptions, MqttClient } from 'mqtt'
import type { World } from '../world/world.ts'

/** A real MQTT client (mqtt.js) on an in-memory connection to a node, the first unless named. Resolves when connected. */
export async function connectTestClient(
  world: World,
  options: IClientOptions & { readonly clientId: string },
  node?: string,
): Promise<MqttClient> {
  const name = node ?? world.cluster.nodes[0]?.name ?? ''
  const client = new MqttClient(
    () => {
      const [near, far] = duplexPair()
      // Like a socket, each end goes when the other does.
      near.once('close', () => far.destroy())
      far.once('close', () => near.destroy())
      world.cluster.attach(name, far)
      return near
    },
    { protocolVersion: 5, reconnectPeriod: 0, ...options },
  )
  await new Promise<void>((resolve, reject) => {
    client.once('connect', () => resolve())
    client.once('error', reject)
  })
  return client
}
