import type { Cluster } from '../../mqtt/node/cluster.ts'
import type { LicenseUsage } from '../../system/license/license.ts'

/** Every alarm that this broker raises. A name may go on behind a slash with what it is about. */
export const alarmNames = [
  'high_cpu_usage',
  'high_system_memory_usage',
  'too_many_processes',
  'cluster_rpc_apply_failed',
  'license_quota',
  'node_down',
  'storage_failed',
  'message_queue_bytes_limit',
  'stored_message_bytes_limit',
  'subscriptions_limit',
  'rule_time_limit',
  'rule_republish_limit',
  'rule_backlog_limit',
  'log_failed',
  'pushgateway_export_failed',
  'opentelemetry_export_failed',
] as const
export type AlarmName = (typeof alarmNames)[number]
type RaisedName = AlarmName | `${AlarmName}/${string}` | ResourceId

/** As EMQX names what connects to another system: `connector:http:web`, `action:http:post:connector:http:web`. */
export type ResourceId = `${'connector' | 'action' | 'source'}:${string}`

export interface Alarm {
  readonly name: string
  /** The node that noticed. */
  readonly node: string
  readonly message: string
  readonly details: Readonly<Record<string, unknown>>
  readonly activatedAt: number
  readonly deactivatedAt: number | undefined
}

/** In percent: raised from `high` on, lowered below `low`. */
export interface Watermarks {
  readonly high: number
  readonly low: number
}

export interface AlarmLimits {
  /** How many past alarms are kept. */
  readonly historySize: number
  /** For how long, in milliseconds. */
  readonly validity: number
}

export type AlarmChange = 'activated' | 'deactivated'

/** What is wrong with the cluster right now, and what was. Forgotten with the process. */
export class Alarms {
  readonly #cluster: Cluster
  readonly #now: () => number
  /** By name; those that each node raises for itself, by node and name. */
  readonly #active = new Map<string, Alarm>()
  readonly #past: Alarm[] = []
  readonly #seenRunning = new Set<string>()
  readonly #listeners = new Set<(change: AlarmChange, alarm: Alarm) => void>()
  #limits: AlarmLimits = { historySize: 1000, validity: 24 * 60 * 60 * 1000 }

  constructor(cluster: Cluster, now: () => number) {
    this.#cluster = cluster
    this.#now = now
  }

  active(): Alarm[] {
    this.#checkNodes()
    return [...this.#active.values()].reverse()
  }

  past(): readonly Alarm[] {
    this.#checkNodes()
    this.#forget()
    return this.#past
  }

  limit(limits: AlarmLimits): void {
    this.#limits = limits
    this.#forget()
  }

  /** Returns how to stop listening. */
  onChange(listener: (change: AlarmChange, alarm: Alarm) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  clearPast(): void {
    this.#past.length = 0
  }

  /** By hand, and only by the node that noticed. False if there is nothing to deactivate. */
  deactivate(name: string, node: string): boolean {
    for (const [key, alarm] of this.#active) {
      if (alarm.name !== name || alarm.node !== node) continue
      this.#lower(key)
      return true
    }
    return false
  }

  /** One load for all nodes: they share a machine. */
  checkCpu(percent: number, marks: Watermarks): void {
    this.#checkNodes()
    this.#check('high_cpu_usage', percent, marks, (usage) => `${usage}% cpu usage`)
  }

  checkMemory(percent: number, high: number): void {
    this.#checkNodes()
    const name = 'high_system_memory_usage'
    if (percent < high) this.#lower(name)
    else
      this.#raise(name, `${roundPercent(percent)}% mem usage`, {
        high_watermark: high,
        usage: roundPercent(percent),
      })
  }

  /** Of what a node may have. */
  checkProcesses(percent: number, marks: Watermarks): void {
    this.#check('too_many_processes', percent, marks, (usage) => `${usage}% process usage`)
  }

  /** After a write: why the disk did not take it, or undefined. */
  noteStored(failure: Error | undefined): void {
    if (failure === undefined) this.#lower('storage_failed')
    else this.#raise('storage_failed', failure.message, { reason: failure.message })
  }

  /** Clients or rules have come to a limit. Of an alarm that is active already only the details change. */
  limitReached(name: AlarmName, message: string, details: Alarm['details']): void {
    const active = this.#active.get(name)
    if (active === undefined) this.#raise(name, message, details)
    else this.#active.set(name, { ...active, details })
  }

  limitLeft(name: AlarmName): void {
    this.#lower(name)
  }

  /** After lines of the log were written: why they were not, or undefined. */
  noteLogged(failure: string | undefined): void {
    if (failure === undefined) this.#lower('log_failed')
    else this.#raise('log_failed', `The log cannot be written: ${failure}`, { reason: failure })
  }

  /** A node that could not do what the others did: why, or undefined once it has. */
  configApplied(node: string, failure: string | undefined): void {
    const name = 'cluster_rpc_apply_failed'
    if (failure !== undefined) this.#raise(name, failure, { result: failure }, node)
    else if (this.#active.get(name)?.node === node) this.#lower(name)
  }

  /**
   * After a node looked at a resource: why it cannot be used, or undefined where it can, or is not used any more. Name,
   * details and the beginning of the message are those of `emqx_resource_manager` in EMQX 5.8; none is recorded.
   */
  resourceChecked(name: ResourceId, node: string, failure: string | undefined): void {
    const key = `${node} ${name}`
    if (failure === undefined) this.#lower(key)
    else {
      const details = { resource_id: name, reason: 'resource_down' }
      this.#raise(name, `resource down: ${failure || 'Unknown reason'}`, details, node, key)
    }
  }

  checkLicense({ percent, high, low }: LicenseUsage): void {
    const usage = roundPercent(percent)
    if (percent >= high) {
      const details = { high_watermark: `${high}%`, low_watermark: `${low}%`, usage: `${usage}%` }
      this.#raise('license_quota', `License: the quota is used by ${usage}%`, details)
    } else if (percent < low) this.#lower('license_quota')
  }

  /** After figures were sent somewhere: why they were not taken, or undefined. */
  noteExported(to: 'pushgateway' | 'opentelemetry', failure: string | undefined): void {
    const name: AlarmName = `${to}_export_failed`
    if (failure === undefined) this.#lower(name)
    else this.#raise(name, `The figures are not taken: ${failure}`, { reason: failure })
  }

  #check(
    name: AlarmName,
    percent: number,
    { high, low }: Watermarks,
    words: (usage: number) => string,
  ): void {
    const usage = roundPercent(percent)
    if (percent >= high) {
      const details = { high_watermark: high, low_watermark: low, usage }
      this.#raise(name, words(usage), details)
    } else if (percent < low) this.#lower(name)
  }

  #checkNodes(): void {
    for (const node of this.#cluster.nodes) {
      const name: RaisedName = `node_down/${node.name}`
      if (node.isRunning) {
        this.#seenRunning.add(node.name)
        this.#lower(name)
      } else if (this.#seenRunning.has(node.name)) {
        this.#raise(name, `node ${node.name} is down`, { node: node.name })
      }
    }
  }

  #raise(
    name: RaisedName,
    message: string,
    details: Alarm['details'],
    node = this.#cluster.nodes.find((one) => one.isRunning)?.name,
    key: string = name,
  ): void {
    if (this.#active.has(key) || node === undefined) return
    const alarm = { name, node, message, details, activatedAt: this.#now(), deactivatedAt: undefined }
    this.#active.set(key, alarm)
    for (const listen of this.#listeners) listen('activated', alarm)
  }

  #lower(key: string): void {
    const alarm = this.#active.get(key)
    if (alarm === undefined) return
    this.#active.delete(key)
    const ended = { ...alarm, deactivatedAt: this.#now() }
    this.#past.unshift(ended)
    this.#forget()
    for (const listen of this.#listeners) listen('deactivated', ended)
  }

  #forget(): void {
    const since = this.#now() - this.#limits.validity
    const kept = this.#past.filter(({ deactivatedAt = 0 }) => deactivatedAt >= since)
    this.#past.splice(0, this.#past.length, ...kept.slice(0, this.#limits.historySize))
  }
}

const roundPercent = (percent: number): number => Math.round(percent * 100) / 100
