import type { Cluster } from '../../mqtt/node/cluster.ts'
import type { LicenseUsage } from '../../system/license/license.ts'

/** All alarms that this broker raises. A name may be followed by a slash and the subject of the alarm. */
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

/**
 * EMQX's name of a part that connects to another system: `connector:http:web`, `action:http:post:connector:http:web`.
 */
export type ResourceId = `${'connector' | 'action' | 'source'}:${string}`

export interface Alarm {
  readonly name: string
  /** The node that raised the alarm. */
  readonly node: string
  readonly message: string
  readonly details: Readonly<Record<string, unknown>>
  readonly activatedAt: number
  readonly deactivatedAt: number | undefined
}

/** In percent: the alarm is raised at `high` or above, and cleared below `low`. */
export interface Watermarks {
  readonly high: number
  readonly low: number
}

export interface AlarmLimits {
  /** The number of past alarms that are kept. */
  readonly historySize: number
  /** The time for which past alarms are kept, in milliseconds. */
  readonly validity: number
}

export type AlarmChange = 'activated' | 'deactivated'

/** Holds the active and the past alarms of the cluster. They are lost when the process ends. */
export class Alarms {
  readonly #cluster: Cluster
  readonly #now: () => number
  /** The active alarms by name; alarms that each node raises for itself, by node and name. */
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

  /** Returns a function that stops listening. */
  onChange(listener: (change: AlarmChange, alarm: Alarm) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  clearPast(): void {
    this.#past.length = 0
  }

  /** Deactivates an alarm manually, only on the node that raised it. Returns false if no such alarm is active. */
  deactivate(name: string, node: string): boolean {
    for (const [key, alarm] of this.#active) {
      if (alarm.name !== name || alarm.node !== node) continue
      this.#lower(key)
      return true
    }
    return false
  }

  /** Checks one CPU load for all nodes, since they share a machine. */
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

  /** Checks the number of processes, in percent of a node's limit. */
  checkProcesses(percent: number, marks: Watermarks): void {
    this.#check('too_many_processes', percent, marks, (usage) => `${usage}% process usage`)
  }

  /** Called after a write with the error of the disk, or with undefined if the write succeeded. */
  noteStored(failure: Error | undefined): void {
    if (failure === undefined) this.#lower('storage_failed')
    else this.#raise('storage_failed', failure.message, { reason: failure.message })
  }

  /** Called when clients or rules have reached a limit. If the alarm is active already, only its details change. */
  limitReached(name: AlarmName, message: string, details: Alarm['details']): void {
    const active = this.#active.get(name)
    if (active === undefined) this.#raise(name, message, details)
    else this.#active.set(name, { ...active, details })
  }

  limitLeft(name: AlarmName): void {
    this.#lower(name)
  }

  /** Called after lines of the log were written, with the reason for a failure or undefined. */
  noteLogged(failure: string | undefined): void {
    if (failure === undefined) this.#lower('log_failed')
    else this.#raise('log_failed', `The log cannot be written: ${failure}`, { reason: failure })
  }

  /**
   * Called with the reason when a node could not apply a change that the other nodes applied, and with undefined once
   * it has.
   */
  configApplied(node: string, failure: string | undefined): void {
    const name = 'cluster_rpc_apply_failed'
    if (failure !== undefined) this.#raise(name, failure, { result: failure }, node)
    else if (this.#active.get(name)?.node === node) this.#lower(name)
  }

  /**
   * Called after a node has checked a resource, with the reason why it cannot be used; with undefined if it can be
   * used or is no longer used. Name, details and the beginning of the message are those of `emqx_resource_manager` in
   * EMQX 5.8; no such alarm has been recorded.
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

  /** Called after metrics were exported, with the reason why the receiver did not accept them, or with undefined. */
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
