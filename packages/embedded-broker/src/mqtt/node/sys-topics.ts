import type { BrokerServices } from '../connection/broker-services.ts'
import { createMessage } from '../routing/message.ts'
import type { MqttNode } from './broker-node.ts'
import type { Session, Subscription } from './cluster.ts'

const maxTopicBytes = 65_535
/** The maximum delay of setInterval, in milliseconds. */
const longestTimer = 0x7fffffff

/** Intervals that override the configured ones, in milliseconds. */
interface Timing {
  /** The interval between messages of uptime and datetime; 0 means never. */
  readonly heartbeat?: number
  /** The interval between messages of stats and metrics; 0 means never. */
  readonly interval?: number
}

function formatUptime(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000)
  const parts = [
    [Math.floor(seconds / 86_400), 'days'],
    [Math.floor(seconds / 3600) % 24, 'hours'],
    [Math.floor(seconds / 60) % 60, 'minutes'],
    [seconds % 60, 'seconds'],
  ] as const
  const first = parts.findIndex(([count]) => count > 0)
  return parts
    .slice(first === -1 ? parts.length - 1 : first)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(', ')
}

/** Publishes the state of the broker under `$SYS`, as EMQX does. */
export class SysTopics {
  readonly #core: BrokerServices
  readonly #nodes: readonly MqttNode[]
  readonly #version: string
  readonly #timing: Timing
  #timers: NodeJS.Timeout[] = []
  #isRunning = false

  constructor(core: BrokerServices, nodes: readonly MqttNode[], version: string, timing: Timing) {
    this.#core = core
    this.#nodes = nodes
    this.#version = version
    this.#timing = timing
    core.events.on('connected', ({ session }) => this.#tellConnected(session))
    core.events.on('disconnected', ({ session, reason }) => this.#tellDisconnected(session, reason))
    core.events.on('subscribed', (event) => this.#tellSubscription('subscribed', event))
    core.events.on('unsubscribed', (event) => this.#tellSubscription('unsubscribed', event))
    core.events.on('node-started', () => this.#tellNodes())
    core.events.on('node-stopped', () => this.#tellNodes())
  }

  start(): void {
    this.#isRunning = true
    const configured = this.#core.settings.sysTopics
    this.#every(this.#timing.heartbeat ?? configured.heartbeat, () => this.#beat())
    this.#every(this.#timing.interval ?? configured.interval, () => this.#tellFigures())
  }

  /** Restarts the timers with changed settings, if they run. */
  restart(): void {
    if (!this.#isRunning) return
    this.stop()
    this.start()
  }

  stop(): void {
    this.#isRunning = false
    for (const timer of this.#timers) clearInterval(timer)
    this.#timers = []
  }

  #every(milliseconds: number, run: () => void): void {
    if (milliseconds <= 0 || milliseconds === Number.POSITIVE_INFINITY) return
    const { faults } = this.#core
    const tick = () => faults.contain('timer', 'sys_topics', run)
    this.#timers.push(setInterval(tick, Math.min(milliseconds, longestTimer)).unref())
  }

  get #running(): readonly MqttNode[] {
    return this.#nodes.filter((node) => node.isRunning)
  }

  #tellNodes(): void {
    const running = this.#running
    const [first] = running
    if (first === undefined) return
    this.#say(first, '$SYS/brokers', running.map((node) => node.name).join(','), true)
    for (const node of running) {
      this.#say(node, `$SYS/brokers/${node.name}/version`, this.#version, true)
      this.#say(node, `$SYS/brokers/${node.name}/sysdescr`, 'Brokerdeck embedded broker', true)
    }
  }

  #beat(): void {
    const now = this.#core.now()
    for (const node of this.#running) {
      this.#say(node, `$SYS/brokers/${node.name}/uptime`, formatUptime(now - node.startedAt))
      this.#say(node, `$SYS/brokers/${node.name}/datetime`, new Date(now).toISOString())
    }
  }

  #tellFigures(): void {
    for (const node of this.#running) {
      for (const [kind, figures] of [
        ['stats', node.stats()],
        ['metrics', node.metrics()],
      ] as const) {
        for (const [name, value] of Object.entries(figures)) {
          this.#say(node, `$SYS/brokers/${node.name}/${kind}/${name.replaceAll('.', '/')}`, String(value))
        }
      }
    }
  }

  #tellConnected(session: Session): void {
    if (!this.#core.settings.sysTopics.tellsConnected) return
    this.#tellClient(session, 'connected', {
      ...this.#describe(session),
      keepalive: session.keepalive,
      expiry_interval: session.expiryInterval,
      connected_at: session.connectedAt,
      connack: 0,
      clean_start: session.isCleanStart,
    })
  }

  #tellDisconnected(session: Session, reason: string): void {
    if (!this.#core.settings.sysTopics.tellsDisconnected) return
    this.#tellClient(session, 'disconnected', {
      ...this.#describe(session),
      reason,
      disconnected_at: session.disconnectedAt ?? this.#core.now(),
    })
  }

  #tellSubscription(
    event: 'subscribed' | 'unsubscribed',
    { session, subscription }: { session: Session; subscription: Subscription },
  ): void {
    const { tellsSubscribed, tellsUnsubscribed } = this.#core.settings.sysTopics
    if (event === 'subscribed' ? !tellsSubscribed : !tellsUnsubscribed) return
    const { topic, qos, nl, rap, rh } = subscription
    this.#tellClient(session, event, {
      clientid: session.clientid,
      username: session.username ?? 'undefined',
      protocol: 'mqtt',
      topic,
      subopts: { qos, nl, rap, rh },
      ts: this.#core.now(),
    })
  }

  #describe(session: Session) {
    const listener = this.#nodes
      .find((node) => node.name === session.node)
      ?.listeners.find(({ id }) => id === session.listener)
    return {
      clientid: session.clientid,
      username: session.username ?? 'undefined',
      ts: this.#core.now(),
      sockport: Number(listener?.bind.split(':').at(-1) ?? 0),
      ipaddress: session.ipAddress,
      proto_name: session.protocolName,
      proto_ver: session.protocolVersion,
    }
  }

  #tellClient(session: Session, event: string, body: object): void {
    const node = this.#nodes.find((one) => one.name === session.node)
    const topic = `$SYS/brokers/${session.node}/clients/${session.clientid}/${event}`
    // A topic name can hold neither wildcards nor more than 64 KiB, but a client identifier can.
    if (node === undefined || /[+#]/.test(topic) || Buffer.byteLength(topic) > maxTopicBytes) return
    this.#say(node, topic, JSON.stringify(body))
  }

  #say(node: MqttNode, topic: string, text: string, retain = false): void {
    const message = createMessage(
      {
        topic,
        payload: Buffer.from(text),
        qos: 0,
        retain,
        fromClientid: 'emqx_sys',
        fromUsername: undefined,
        isSys: true,
      },
      this.#core.now(),
    )
    const published = this.#core.publisher.publish(message, node.nodeContext)
    if (published instanceof Promise) this.#core.faults.watch('sys_topics', published)
  }
}
