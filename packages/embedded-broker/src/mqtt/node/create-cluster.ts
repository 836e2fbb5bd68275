import { parseShared } from '@brokerdeck/languages/topic.ts'
import { type ListenerSettings, plainListener } from '../../listen/listener-settings.ts'
import { Faults } from '../../runtime/faults.ts'
import type { Store } from '../../storage/store.ts'
import { type AccessControl, openAccess, type Refused, type Verdict } from '../client/access.ts'
import type { Admit } from '../client/admit.ts'
import { reasons } from '../client/reason.ts'
import { Settings } from '../client/settings.ts'
import type { BrokerLoad } from '../connection/broker-load.ts'
import type { BrokerServices } from '../connection/broker-services.ts'
import { createClusterGauges, createNodeContext, type NodeContext } from '../connection/node-context.ts'
import type { HookPoints } from '../events/hook-points.ts'
import type { Tracing } from '../events/tracing.ts'
import { Capacity } from '../limits/capacity.ts'
import { type CapacityLimits, defaultCapacity } from '../limits/capacity-limits.ts'
import { Deadlines } from '../limits/deadlines.ts'
import { Records } from '../persistence/records.ts'
import { restore, restoreDelayed, restoreRetained } from '../persistence/restore.ts'
import { DelayedMessages } from '../retained/delayed-messages.ts'
import { replayRetained } from '../retained/replay-retained.ts'
import { RetainedMessages } from '../retained/retained-messages.ts'
import { assertPublishable, createMessage } from '../routing/message.ts'
import { Publisher } from '../routing/publisher.ts'
import { Router } from '../routing/router.ts'
import type { Screens } from '../routing/screening.ts'
import { SessionEvictor } from '../session/session-evictor.ts'
import { SessionRegistry } from '../session/session-registry.ts'
import { Wills } from '../session/wills.ts'
import { MqttNode } from './broker-node.ts'
import type { Cluster, Message, Subscription } from './cluster.ts'
import { EventHub } from './cluster-events.ts'
import { Membership } from './membership.ts'
import { openClusterPort } from './open-cluster-port.ts'
import { SysTopics } from './sys-topics.ts'

export interface ClusterOptions {
  readonly name: string
  readonly nodeNames: readonly string[]
  readonly store: Store
  /** The address that the nodes listen on if a listener names no address. */
  readonly host?: string
  /**
   * Called whenever a node starts. By default there is a listener for MQTT and a listener for MQTT over WebSocket,
   * both on free ports.
   */
  readonly listeners?: () => readonly ListenerSettings[]
  /** If false, no sockets are opened: connections come through `attach`. */
  readonly listen?: boolean
  readonly now?: () => number
  /** Receives exceptions that occur in the middle of the cluster's work. */
  readonly faults?: Faults
  readonly version?: string
  /** The limits on what clients may store in the broker. */
  readonly capacity?: Partial<CapacityLimits>
  /**
   * The milliseconds between `$SYS` stats and metrics, and between heartbeats, whatever is configured; 0 means never.
   */
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
  const faults = options.faults ?? new Faults()
  const events = new EventHub(faults)
  const deadlines = new Deadlines(now, faults)
  const records = new Records(options.store, (error) => events.emit('storage-failed', { error }))
  const settings = new Settings()
  const router = new Router(gauges, settings)
  const capacity = new Capacity({ ...defaultCapacity, ...options.capacity }, (overrun, clientid) =>
    events.emit('overrun', { overrun, clientid }),
  )
  const retained = new RetainedMessages({ records, gauge: gauges.retained, now, settings, capacity })
  const isRunning = ({ name }: NodeContext) => nodes.some((node) => node.name === name && node.isRunning)
  const delayed = new DelayedMessages({ records, settings, now, isRunning, capacity })
  const trace: Tracing = { write: undefined }
  const hooks: HookPoints<Message> = {}
  const screens: Screens<Message> = { validation: undefined, transformation: undefined }
  const publisher = new Publisher({ router, retained, delayed, events, settings, trace, screens, hooks })
  const given = { ...openAccess }
  const access = withAccessEvents(given, events, hooks)
  let admission: Admit = () => 'allow'
  const admit: Admit = (who) => admission(who)
  const wills = new Wills({ publisher, deadlines, now, access, admit, faults })
  const load: BrokerLoad = { isBusy: undefined }
  const services = { now, records, events, settings, trace, capacity, faults, load }
  const registry = new SessionRegistry({ services, router, wills, deadlines, gauges })
  const core: BrokerServices = { ...services, publisher, retained, registry, access, admit }

  const host = options.host ?? '127.0.0.1'
  const plain = [plainListener('tcp', { host, port: 0 }), plainListener('ws', { host, port: 0 })]
  const listeners = options.listeners ?? (() => plain)
  const nodes = options.nodeNames.map((name, index) => {
    const site = { index, host, listens: options.listen ?? true }
    return new MqttNode(core, createNodeContext(name, settings), site, listeners, gauges)
  })
  const membership = new Membership(nodes, options.store)
  const { sysInterval, sysHeartbeat = sysInterval } = options
  const sysTopics = new SysTopics(core, nodes, options.version ?? '5.8.9-brokerdeck', {
    ...(sysInterval === undefined ? {} : { interval: sysInterval }),
    ...(sysHeartbeat === undefined ? {} : { heartbeat: sysHeartbeat }),
  })
  deadlines.onTick(() => {
    registry.tick()
    retained.tick()
    delayed.tick((message, nodeContext) =>
      faults.contain('timer', 'delayed_publish', () => {
        const published = publisher.publish(message, nodeContext)
        if (published instanceof Promise) faults.watch('delayed_publish', published)
        return published
      }),
    )
    for (const node of nodes) node.dropOverdue()
  })
  events.on('node-started', () => delayed.recount())
  let isRestored = false

  return {
    name: options.name,

    get nodes() {
      return membership.members
    },

    leave: (name) => membership.leave(name),
    join: (name) => membership.join(name),

    *sessions() {
      for (const { nodeContext } of nodes) {
        for (const session of registry.all()) if (session.nodeContext === nodeContext) yield session
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
      // Like EMQX, the broker accepts any text; a text that is not a valid filter matches nothing.
      const { filter, group } = parseShared(topic)
      const subscription: Subscription = { ...wanted, topic, filter, group }
      const { isNew } = registry.subscribe(session, subscription)
      replayRetained(core, session, subscription, isNew)
      return 'ok'
    },

    unsubscribe(clientid, topic) {
      const session = registry.get(clientid)
      if (session === undefined) return 'no-such-client'
      registry.unsubscribe(session, topic)
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

    async publish({ topic, payload, qos, retain, clientid, properties, lineage, node: wanted }) {
      assertPublishable(topic, properties)
      const running = nodes.filter((node) => node.isRunning)
      const nodeContext = (running.find(({ name }) => name === wanted) ?? running[0] ?? nodes[0])?.nodeContext
      if (nodeContext === undefined) throw new UnknownNode('any')
      const fromClientid = clientid ?? 'http_api'
      const message = createMessage(
        {
          topic,
          payload,
          qos,
          retain,
          fromClientid,
          fromUsername: '',
          ...(properties !== undefined && { properties }),
          ...(lineage !== undefined && { lineage }),
        },
        now(),
      )
      const { receivers, writes } = await publisher.publish(message, nodeContext)
      await Promise.all(writes)
      return { message, receivers }
    },

    settings,
    trace,
    load,
    hooks,
    screens,

    setScreen(kind, screen) {
      screens[kind] = screen
    },

    configure(part) {
      settings.change(part)
      if (part.sysTopics !== undefined) sysTopics.restart()
      if (part.delayed?.isEnabled === false) delayed.clear()
    },

    routes: () => router.table.all,
    directRoutes: (node) => router.table.getDirect(node),
    routesTo: (topic) => router.routesTo(topic),
    subscriptionsTo: (filter) => router.subscriptionsTo(filter),
    subscriptionsUnder: (filter) => router.subscriptionsUnder(filter),
    retained: (filter) => (filter === undefined ? retained.all() : retained.matching(filter)),
    dropRetained: (messages) => retained.drop(messages),
    delayed,
    capacity,
    reloadRetained: () => restoreRetained(core),

    setAdmission(check) {
      admission = check
    },

    evictions: new SessionEvictor(core, nodes),

    setAccess(part) {
      Object.assign(given, part)
    },

    attach(name, stream, peer) {
      const node = nodes.find((one) => one.name === name)
      if (node === undefined) throw new UnknownNode(name)
      node.attach(stream, { host: '127.0.0.1', port: 0, listener: 'tcp:default', ...peer })
    },

    receive(name, guest) {
      const node = nodes.find((one) => one.name === name)
      if (node === undefined) throw new UnknownNode(name)
      return openClusterPort(core, node.nodeContext, router, guest)
    },

    on: (name, listener) => events.on(name, listener),

    async start() {
      if (!isRestored) {
        isRestored = true
        const homes = membership.members.map(({ nodeContext }) => nodeContext)
        restore(core, homes)
        restoreDelayed(records, delayed, homes)
      }
      deadlines.start()
      for (const node of membership.members) await node.start()
      sysTopics.start()
    },

    async stop() {
      sysTopics.stop()
      await Promise.all(nodes.map((node) => node.shutDown((channel) => channel.fail(reasons.shuttingDown))))
      deadlines.stop()
      await records.settle()
    },
  }
}

const notAuthorized: Refused = { kind: 'refuse', code: 0x87 }

/** Calls the authentication hook if no authenticator decided, and emits the decisions on actions as events. */
function withAccessEvents(given: AccessControl, events: EventHub, hooks: HookPoints<Message>): AccessControl {
  return {
    authenticate(credentials) {
      const answer = given.authenticate(credentials)
      const isUndecided = !(answer instanceof Promise) && answer.kind === 'allow' && answer.isAnonymous
      const asked = isUndecided === true ? hooks.authenticate?.(credentials) : undefined
      return asked?.then((isWelcome) => (isWelcome === false ? notAuthorized : answer)) ?? answer
    },
    authorize(subject, action, topic) {
      const tell = (verdict: Verdict) => {
        if (events.isHeard('authorized'))
          events.emit('authorized', { subject, action: action.kind, topic, verdict })
        return verdict
      }
      const verdict = given.authorize(subject, action, topic)
      return verdict instanceof Promise ? verdict.then(tell) : tell(verdict)
    },
  }
}
