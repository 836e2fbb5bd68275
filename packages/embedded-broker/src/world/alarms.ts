import type { Cluster } from '../mqtt/cluster.ts'

export interface Alarm {
  readonly name: string
  /** The node that noticed. */
  readonly node: string
  readonly message: string
  readonly details: Readonly<Record<string, unknown>>
  readonly activatedAt: number
  readonly deactivatedAt: number | undefined
}

export interface SystemLoad {
  /** Percent. */
  readonly cpu: number
  readonly memory: number
}

const historySize = 1000
/** The watermarks that EMQX starts with, in percent. */
const cpuHigh = 80
const cpuLow = 60
const memoryHigh = 70

/** What is wrong with the cluster right now, and what was. Forgotten with the process. */
export class Alarms {
  readonly #cluster: Cluster
  readonly #now: () => number
  readonly #active = new Map<string, Alarm>()
  readonly #past: Alarm[] = []
  readonly #seenRunning = new Set<string>()

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
    return this.#past
  }

  clearPast(): void {
    this.#past.length = 0
  }

  /** By hand, and only by the node that noticed. False if there is nothing to deactivate. */
  deactivate(name: string, node: string): boolean {
    if (this.#active.get(name)?.node !== node) return false
    this.#lower(name)
    return true
  }

  /** One load for all nodes: they share a machine. */
  checkSystem({ cpu, memory }: SystemLoad): void {
    this.#checkNodes()
    if (cpu >= cpuHigh) {
      const details = { high_watermark: cpuHigh, low_watermark: cpuLow, usage: rounded(cpu) }
      this.#raise('high_cpu_usage', `${rounded(cpu)}% cpu usage`, details)
    } else if (cpu < cpuLow) this.#lower('high_cpu_usage')
    if (memory >= memoryHigh) {
      const details = { high_watermark: memoryHigh, usage: rounded(memory) }
      this.#raise('high_system_memory_usage', `${rounded(memory)}% mem usage`, details)
    } else this.#lower('high_system_memory_usage')
  }

  /** Stays until the broker is restarted: a store that failed takes no more writes. */
  storageFailed(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error)
    this.#raise('storage_failed', message, { reason: message })
  }

  #checkNodes(): void {
    for (const node of this.#cluster.nodes) {
      const name = `node_down/${node.name}`
      if (node.isRunning) {
        this.#seenRunning.add(node.name)
        this.#lower(name)
      } else if (this.#seenRunning.has(node.name)) {
        this.#raise(name, `node ${node.name} is down`, { node: node.name })
      }
    }
  }

  #raise(name: string, message: string, details: Alarm['details']): void {
    const node = this.#cluster.nodes.find((one) => one.isRunning)?.name
    if (this.#active.has(name) || node === undefined) return
    this.#active.set(name, {
      name,
      node,
      message,
      details,
      activatedAt: this.#now(),
      deactivatedAt: undefined,
    })
  }

  #lower(name: string): void {
    const alarm = this.#active.get(name)
    if (alarm === undefined) return
    this.#active.delete(name)
    this.#past.unshift({ ...alarm, deactivatedAt: this.#now() })
    this.#past.length = Math.min(this.#past.length, historySize)
  }
}

const rounded = (percent: number): number => Math.round(percent * 100) / 100
