import { parseShared } from '@brokerdeck/contract/topic.ts'
import type { Store } from '../storage/store.ts'
import { MqttNode } from './broker-node.ts'
import type { Cluster, Subscription } from './cluster.ts'
import { EventHub } from './cluster-events.ts'
import type { Core } from './core.ts'
import { Deadlines } from './deadlines.ts'
import { createClusterGauges, createHome } from './home.ts'
import { createMessage } from './message.ts'
import { assertPublishable } from './publishable.ts'
import { Publisher } from './publisher.ts'
import { reasons } from './reason.ts'
import { Records } from './records.ts'
import { replayRetained } from './replay-retained.ts'
import { restore } from './restore.ts'
import { RetainedMessages } from './retained-messages.ts'
import { Router } from './router.ts'
import { SessionRegistry } from './session-registry.ts'
import { SysTopics } from './sys-topics.ts'
import { Wills } from './wills.ts'

export interface ClusterOptions {
  readonly name: string
  readonly nodeNames: readonly string[]
  readonly store: Store
  readonly host?: string
  /** Of the first node; the others count up. 0 takes any free port. */
  readonly mqttPort?: number
  readonly wsPort?: number
  /** False opens no sockets: connections come by `attach`. */
  readonly listen?: boolean
  readonly now?: () => number
  readonly version?: string
  /** Milliseconds between `$SYS` stats and metrics, and between heartbeats; 0 is never. */
  readonly sysInterval?: number
  readonly sysHeartbeat?: number
}

export class UnknownNode extends Error {
  constructor(name: string) {
    super(`no such node: ${name}`)
    this.name = 'UnknownNode'
  }
}

export function createCluster(options: ClusterOptions): Cluster {
  const now = options.now ?? Date.now
  const gauges = createClusterGauges()
  const events = new EventHub()
  const deadlines = new Deadlines(now)
  const records = new Records(options.store, (error) => events.emit('storage-failed', { error }))
  const router = new Router(gauges)
  const retained = new RetainedMessages(records, gauges.retained, now)
  const publisher = new Publisher(router, retained, events)
  const wills = new Wills(publisher, deadlines, now)
  const services = { now, records, events }
  const registry = new SessionRegistry({ services, router, wills, deadlines, gauges })
  let admit: Core['admit'] = () => 'allow'
  const core: Core = { ...services, publisher, retained, registry, admit: (who) => admit(who) }

  const portOf = (first: number | undefined, index: number) => (first ? first + index : 0)
  const nodes = options.nodeNames.map((name, index) => {
    const nodeOptions = {
      host: options.host ?? '127.0.0.1',
      mqttPort: portOf(options.mqttPort, index),
      wsPort: portOf(options.wsPort, index),
      listen: options.listen ?? true,
    }
    return new MqttNode(core, createHome(name), nodeOptions, gauges)
  })
  const sysTopics = new SysTopics(core, nodes, options.version ?? '5.8.9-brokerdeck', {
    interval: options.sysInterval ?? 60_000,
    heartbeat: options.sysHeartbeat ?? options.sysInterval ?? 30_000,
  })
  deadlines.onTick(() => {
    registry.dropUnreleased()
    for (const node of nodes) node.dropOverdue((channel) => channel.fail(reasons.keepaliveTimeout))
  })
  let isRestored = false

  return {
    name: options.name,
    nodes,

    *sessions() {
      for (const { home } of nodes) {
        for (const session of registry.all()) if (session.home === home) yield session
      }
    },

    session: (clientid) => registry.get(clientid),

    kick(clientid) {
      const session = registry.get(clientid)
      if (session === undefined) return false
      session.link?.disconnect(reasons.kicked)
      registry.end(session)
      return true
    },

    subscribe(clientid, topic, wanted) {
      const session = registry.get(clientid)
      if (session === undefined) return 'no-such-client'
      // Like EMQX, any text is taken; one that is no filter matches nothing.
      const { filter, group } = parseShared(topic)
      const subscription: Subscription = { ...wanted, topic, filter, group }
      const { isNew } = registry.subscribe(session, subscription)
      void registry.save(session)
      replayRetained(retained, session, subscription, isNew)
      return 'ok'
    },

    unsubscribe(clientid, topic) {
      const session = registry.get(clientid)
      if (session === undefined) return 'no-such-client'
      if (registry.unsubscribe(session, topic)) void registry.save(session)
      return 'ok'
    },

    setKeepalive(clientid, seconds) {
      const session = registry.get(clientid)
      if (session === undefined) return false
      session.details.keepalive = seconds
      session.link?.setKeepalive(seconds)
      void registry.save(session)
      return true
    },

    async publish({ topic, payload, qos, retain, clientid, properties }) {
      assertPublishable(topic, properties)
      const home = (nodes.find((node) => node.isRunning) ?? nodes[0])?.home
      if (home === undefined) throw new UnknownNode('any')
      const fromClientid = clientid ?? 'http_api'
      const message = createMessage(
        {
          ...{ topic, payload, qos, retain, fromClientid, fromUsername: '' },
          ...(properties !== undefined && { properties }),
        },
        now(),
      )
      const { receivers, writes } = publisher.publish(message, home)
      await Promise.all(writes)
      return { message, receivers }
    },

    routes: () => router.routes(),
    retained: () => retained.all(),

    setAdmission(check) {
      admit = check
    },

    attach(name, stream, peer) {
      const node = nodes.find((one) => one.name === name)
      if (node === undefined) throw new UnknownNode(name)
      node.attach(stream, { host: '127.0.0.1', port: 0, listener: 'tcp:default', ...peer })
    },

    on: (name, listener) => events.on(name, listener),

    async start() {
      if (!isRestored) {
        isRestored = true
        restore(
          core,
          nodes.map(({ home }) => home),
        )
      }
      deadlines.start()
      for (const node of nodes) await node.start()
      sysTopics.start()
    },

    async stop() {
      sysTopics.stop()
      await Promise.all(nodes.map((node) => node.shutDown((channel) => channel.fail(reasons.shuttingDown))))
      deadlines.stop()
      await records.settled()
    },
  }
}
