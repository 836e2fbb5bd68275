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
  /** How many nodes, 3 unless given. */
  readonly nodes?: number
  /** Their names, if they are to have others than `emqx@127.0.0.1` …; then `nodes` is not looked at. */
  readonly nodeNames?: readonly string[]
  /** Where the state is kept; without it in memory, gone with the process. */
  readonly dataDir?: string
  readonly host?: string
  /** Ports of the first node (11883 and 18084 unless given), the others follow; 0 is any free port. */
  readonly mqttPort?: number
  readonly wsPort?: number
  /** False: no sockets at all, connections come through `cluster.attach`. */
  readonly listen?: boolean
  /** Milliseconds between `$SYS` messages whatever is configured, 0 is never. */
  readonly sysInterval?: number
  /** Of the user `admin` when the data directory is new. */
  readonly adminPassword?: string
  /** scrypt's N for new passwords; tests take little. */
  readonly passwordCost?: number
  /** Which edition to answer like, Community unless given. */
  readonly edition?: Edition
  readonly now?: () => number
  readonly clock?: Clock
  /** Defaults to the load of this machine. */
  readonly load?: SystemLoad
  /** What clients may make it keep; defaults where nothing is given. */
  readonly capacity?: Partial<CapacityLimits>
  /** How the journal gets onto the disk; tests give one that is full. */
  readonly disk?: JournalDisk
}

export interface EmbeddedBroker {
  readonly context: BrokerContext
  /** Answers `/api/v5/*` and `/status`. Give Fastify `brokerFastifyOptions` too. */
  readonly plugin: FastifyPluginAsync
  close(): Promise<void>
}

/** Beside what EMQX and Mosquitto use, so that both fit on one machine. */
export const defaultMqttPort = 11_883
export const defaultWsPort = 18_084

export async function createEmbeddedBroker(options: EmbeddedBrokerOptions = {}): Promise<EmbeddedBroker> {
  const faults = new Faults()
  const clock = containTimers(options.clock ?? systemClock(options.now), faults)
  const store =
    options.dataDir === undefined ? memoryStore() : await openJournalStore(options.dataDir, options.disk)
  const opened: { close(): Promise<void> }[] = [store]
  /** What was opened last is closed first. */
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

/** As the nodes of a first EMQX cluster on one machine are named, so that requests written for one work here too. */
function nodeNames(count: number): string[] {
  return Array.from({ length: count }, (_, at) => `emqx${at === 0 ? '' : at + 1}@127.0.0.${at + 1}`)
}
