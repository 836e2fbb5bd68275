import type { FastifyPluginAsync } from 'fastify'
import { apiResources, ownRoots } from './api-resources.ts'
import { Certificates } from './certificates/certificates.ts'
import { type BrokerContext, createBrokerContext } from './compose/broker-context.ts'
import { Config } from './config/config.ts'
import { configRoots } from './config/config-roots.ts'
import { apiPlugin } from './http/api-plugin.ts'
import { EndpointTable } from './http/endpoint-table.ts'
import { notOffered } from './http/not-offered.ts'
import { statusPlugin } from './http/status-plugin.ts'
import { version } from './monitoring/nodes/node-info.ts'
import type { CapacityLimits } from './mqtt/limits/capacity-limits.ts'
import { createCluster } from './mqtt/node/create-cluster.ts'
import { type Clock, containTimers, systemClock } from './runtime/clock.ts'
import type { Edition } from './runtime/edition.ts'
import { Faults } from './runtime/faults.ts'
import type { SystemLoad } from './runtime/system-load.ts'
import { listBuiltInListeners } from './settings/listeners/built-in-listeners.ts'
import { ListenerConfig } from './settings/listeners/listener-config.ts'
import { openJournalStore } from './storage/journal-store.ts'
import type { JournalDisk } from './storage/journal-writer.ts'
import { memoryStore } from './storage/memory-store.ts'

export interface EmbeddedBrokerOptions {
  /** The number of nodes; the default is 3. */
  readonly nodes?: number
  /** The names of the nodes, instead of `emqx@127.0.0.1` …; `nodes` is ignored then. */
  readonly nodeNames?: readonly string[]
  /** The directory of the journal. Without a directory the state is kept in memory and lost with the process. */
  readonly dataDir?: string
  readonly host?: string
  /**
   * The ports of the first node (defaults: 11883 and 18084); the other nodes use the ports that follow. 0 is any free
   * port.
   */
  readonly mqttPort?: number
  readonly wsPort?: number
  /** If false, no sockets are opened, and connections are made through `cluster.attach`. */
  readonly listen?: boolean
  /** The number of milliseconds between `$SYS` messages, whatever the configuration says; 0 turns them off. */
  readonly sysInterval?: number
  /** The password of the user `admin` in a new data directory. */
  readonly adminPassword?: string
  /** The cost parameter N of scrypt for new passwords; tests use a low one. */
  readonly passwordCost?: number
  /** The edition whose API the broker serves; the default is Community. */
  readonly edition?: Edition
  readonly now?: () => number
  readonly clock?: Clock
  /** The load averages of the nodes; the default is the load of this machine. */
  readonly load?: SystemLoad
  /** The limits of what clients can make the broker keep; missing limits have their defaults. */
  readonly capacity?: Partial<CapacityLimits>
  /** Writes the journal to the disk; tests pass a disk that is full. */
  readonly disk?: JournalDisk
}

export interface EmbeddedBroker {
  readonly context: BrokerContext
  /** Serves `/api/v5/*` and `/status`; Fastify needs `brokerFastifyOptions`, too. */
  readonly plugin: FastifyPluginAsync
  close(): Promise<void>
}

/** The ports differ from those of EMQX and Mosquitto, so that they can run on the same machine. */
export const defaultMqttPort = 11_883
export const defaultWsPort = 18_084

export async function createEmbeddedBroker(options: EmbeddedBrokerOptions = {}): Promise<EmbeddedBroker> {
  const faults = new Faults()
  const clock = containTimers(options.clock ?? systemClock(options.now), faults)
  const store =
    options.dataDir === undefined ? memoryStore() : await openJournalStore(options.dataDir, options.disk)
  const opened: { close(): Promise<void> }[] = [store]
  /** Resources are closed in the reverse order of their opening. */
  const close = async () => {
    for (const one of opened.splice(0).reverse()) await one.close()
  }
  try {
    const config = new Config(store, [...configRoots, ...ownRoots], options.edition ?? 'community')
    const host = options.host ?? '127.0.0.1'
    const names = options.nodeNames ?? nodeNames(options.nodes ?? 3)
    const addresses = names.map((_, at) => `127.0.0.${at + 1}`)
    const certificates = new Certificates(store, addresses, () => clock.now())
    const ports = { mqtt: options.mqttPort ?? defaultMqttPort, ws: options.wsPort ?? defaultWsPort }
    const listeners = new ListenerConfig(store, certificates, listBuiltInListeners(host, ports))
    const cluster = createCluster({
      name: 'brokerdeck',
      nodeNames: names,
      store,
      host,
      listeners: () => listeners.settings(),
      listen: options.listen ?? true,
      now: () => clock.now(),
      faults,
      version,
      ...(options.capacity === undefined ? {} : { capacity: options.capacity }),
      ...(options.sysInterval === undefined ? {} : { sysInterval: options.sysInterval }),
    })
    opened.push({ close: () => cluster.stop() })
    const context = await createBrokerContext({
      ...options,
      cluster,
      store,
      clock,
      config,
      certificates,
      listeners,
      faults,
    })
    opened.push(context)
    const routes = new EndpointTable(notOffered)
    for (const resource of Object.values(apiResources)) {
      const { pieces, close } = await resource.open(context)
      opened.push({ close })
      const { edition = context.edition, endpoints, handlers } = resource
      if (edition === context.edition) routes.mount(endpoints, handlers, pieces)
    }
    await cluster.start()
    return {
      context,
      async plugin(app) {
        await app.register(apiPlugin(context, routes), { prefix: '/api/v5' })
        await app.register(statusPlugin(context))
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * Returns the node names of a default EMQX cluster on one machine, so requests written for such a cluster work here,
 * too.
 */
function nodeNames(count: number): string[] {
  return Array.from({ length: count }, (_, at) => `emqx${at === 0 ? '' : at + 1}@127.0.0.${at + 1}`)
}
