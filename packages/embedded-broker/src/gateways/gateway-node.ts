import type { Rights } from '../mqtt/client/rights.ts'
import type { Cluster } from '../mqtt/node/cluster.ts'
import type { NonMqttClient, NonMqttMessage } from '../mqtt/node/non-mqtt-client.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Faults } from '../runtime/faults.ts'
import { GatewayClient, type GatewayClientFacts, type GatewayCounters } from './gateway-client.ts'

type LogDetails = Readonly<Record<string, string | number | boolean | undefined>>

/** The credentials that a client of a gateway presents. */
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

/** The services of the broker that gateways need. */
export interface GatewayServices {
  readonly cluster: Pick<Cluster, 'nodes' | 'receive'>
  readonly clock: Clock
  readonly faults: Faults
  /** Resolves to the rights of a client; undefined if it is refused. */
  authenticate(who: GatewayCredentials): Promise<Rights | undefined>
  log(level: 'debug' | 'warning' | 'error', message: string, details: LogDetails): void
}

/** A gateway on a node: holds its connected clients and connects them to the broker. */
export class GatewayNode {
  readonly name: string
  readonly clock: Clock
  readonly faults: Faults
  readonly #services: GatewayServices
  /** The clients by client id, which is unique in the cluster. */
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

  /** Publishes for a sender without a connection; does nothing if the publish is not allowed. */
  async publishAs(guest: NonMqttClient, message: NonMqttMessage): Promise<void> {
    const link = this.#services.cluster.receive(this.name, guest)
    const { topic, qos, retain } = message
    const { permission } = await link.authorize({ kind: 'publish', qos, retain }, topic)
    if (permission === 'allow') await link.publish(message)
  }

  /** Adds a client; a later client with the same id takes over. */
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
