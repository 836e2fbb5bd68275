import type { Rights } from '../mqtt/client/rights.ts'
import type { Cluster } from '../mqtt/node/cluster.ts'
import type { NonMqttClient, NonMqttMessage } from '../mqtt/node/non-mqtt-client.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Faults } from '../runtime/faults.ts'
import { GatewayClient, type GatewayClientFacts, type GatewayCounters } from './gateway-client.ts'

type LogDetails = Readonly<Record<string, string | number | boolean | undefined>>

/** What a client of a gateway shows when it comes. */
export interface GatewayCredentials {
  readonly clientid: string
  readonly username: string | undefined
  readonly password: string | undefined
  readonly ipAddress: string
  readonly port: number
  readonly listener: string
  readonly protocolName: string
  readonly node: string
}

/** What gateways need of the broker. */
export interface GatewayServices {
  readonly cluster: Pick<Cluster, 'nodes' | 'receive'>
  readonly clock: Clock
  readonly faults: Faults
  /** What it may do; undefined if it may not come in. */
  authenticate(who: GatewayCredentials): Promise<Rights | undefined>
  log(level: 'debug' | 'warning' | 'error', message: string, details: LogDetails): void
}

/** A gateway on one node: who is connected there, and the way into the broker. */
export class GatewayNode {
  readonly name: string
  readonly clock: Clock
  readonly faults: Faults
  readonly #services: GatewayServices
  /** A client id is there once in the cluster. */
  readonly #clients: Map<string, GatewayClient>

  constructor(name: string, services: GatewayServices, clients: Map<string, GatewayClient>) {
    this.name = name
    this.clock = services.clock
    this.faults = services.faults
    this.#services = services
    this.#clients = clients
  }

  log(level: 'debug' | 'warning' | 'error', message: string, details: LogDetails): void {
    this.#services.log(level, message, { ...details, node: this.name })
  }

  authenticate(who: Omit<GatewayCredentials, 'node'>): Promise<Rights | undefined> {
    return this.#services.authenticate({ ...who, node: this.name })
  }

  /** For somebody who is not connected; nothing happens if that may not be. */
  async publishAs(guest: NonMqttClient, message: NonMqttMessage): Promise<void> {
    const link = this.#services.cluster.receive(this.name, guest)
    const { topic, qos, retain } = message
    const { permission } = await link.authorize({ kind: 'publish', qos, retain }, topic)
    if (permission === 'allow') await link.publish(message)
  }

  /** Who comes later under the same name takes the place. */
  enter(
    facts: GatewayClientFacts,
    counters: GatewayCounters,
    onEnd: (reason: string) => void,
  ): GatewayClient {
    const clients = this.#clients
    clients.get(facts.clientid)?.end('takenover')
    const client = new GatewayClient({
      facts,
      counters,
      node: this.name,
      link: this.#services.cluster.receive(this.name, facts),
      leave(gone, reason) {
        if (clients.get(gone.clientid) === gone) clients.delete(gone.clientid)
        onEnd(reason)
      },
    })
    clients.set(facts.clientid, client)
    return client
  }
}
