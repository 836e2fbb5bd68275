import { parseDelayed } from '@brokerdeck/contract/traffic/delayed.ts'
import type { Settings } from '../client/settings.ts'
import type { NodeContext } from '../connection/node-context.ts'
import type { Capacity } from '../limits/capacity.ts'
import type { DelayedMessage, DelayedQueue, Message } from '../node/cluster.ts'
import type { Records } from '../persistence/records.ts'

interface DelayedMessagesDeps {
  readonly records: Records
  readonly settings: Settings
  readonly now: () => number
  readonly isRunning: (nodeContext: NodeContext) => boolean
  readonly capacity: Capacity
}

/**
 * Holds messages to `$delayed/<seconds>/<topic>` on the node that accepted them until they are due. The messages of a
 * stopped node wait for it to start again.
 */
export class DelayedMessages implements DelayedQueue {
  readonly #parts: DelayedMessagesDeps
  readonly #tables = new Map<NodeContext, Map<string, DelayedMessage>>()
  /** The time at which the next message is due. */
  #nextAt = Number.POSITIVE_INFINITY

  constructor(parts: DelayedMessagesDeps) {
    this.#parts = parts
    const { records } = parts
    // A message that the store refused to keep is removed from memory, too.
    records.onRefused('delayed', (ids) => {
      for (const id of ids) {
        if (records.get('delayed', id) !== undefined) continue
        for (const nodeContext of this.#tables.keys()) this.#takeOut(id, nodeContext)
      }
    })
  }

  /**
   * Returns undefined for a message that is to be sent now. Otherwise the promise resolves once the message is
   * stored; a message over the limit of its node is lost without notice to the publisher, as in EMQX.
   */
  hold(message: Message, nodeContext: NodeContext): Promise<void> | undefined {
    const { settings, records } = this.#parts
    if (!settings.delayed.isEnabled) return undefined
    const wanted = parseDelayed(message.topic, message.publishAt)
    if (typeof wanted !== 'object') return undefined
    if (this.#getTable(nodeContext).size >= settings.delayed.maxMessages) return Promise.resolve()
    if (!this.#parts.capacity.hasRoomFor(message)) {
      this.#parts.capacity.overran('message-bytes', message.fromClientid)
      return Promise.resolve()
    }
    // The payload may be a view of a large chunk of a socket, so it is copied below.
    nodeContext.metrics.count('messages.delayed')
    // The delayed message starts without a lineage.
    const { lineage: _, ...rest } = message
    const kept = { ...rest, topic: wanted.topic, payload: Buffer.from(message.payload) }
    const delayed = { message: kept, node: nodeContext.name, seconds: wanted.seconds, dueAt: wanted.dueAt }
    this.restore(delayed, nodeContext)
    return records.putDelayed(delayed)
  }

  restore(delayed: DelayedMessage, nodeContext: NodeContext): void {
    this.#parts.capacity.hold(delayed.message)
    this.#getTable(nodeContext).set(delayed.message.id, delayed)
    this.#nextAt = Math.min(this.#nextAt, delayed.dueAt)
    this.#count(nodeContext)
  }

  all(): readonly DelayedMessage[] {
    return [...this.#tables]
      .filter(([nodeContext]) => this.#parts.isRunning(nodeContext))
      .flatMap(([, table]) => [...table.values()].sort((a, b) => compare(b, a)))
  }

  get(node: string, id: string): DelayedMessage | undefined {
    const nodeContext = this.#findHome(node)
    return nodeContext && this.#parts.isRunning(nodeContext)
      ? this.#tables.get(nodeContext)?.get(id)
      : undefined
  }

  async remove({ node, message }: DelayedMessage): Promise<void> {
    const nodeContext = this.#findHome(node)
    if (nodeContext === undefined || this.#tables.get(nodeContext)?.has(message.id) !== true) return
    await this.#parts.records.tryRemove('delayed', message.id)
    this.#takeOut(message.id, nodeContext)
  }

  clear(): void {
    for (const table of this.#tables.values()) {
      for (const { message, node } of [...table.values()]) {
        const nodeContext = this.#findHome(node)
        if (nodeContext !== undefined) this.#takeOut(message.id, nodeContext)
        void this.#parts.records.removeKey('delayed', message.id)
      }
    }
  }

  /** Updates the gauges: those of a node are reset when it starts, but its delayed messages stay. */
  recount(): void {
    for (const nodeContext of this.#tables.keys()) this.#count(nodeContext)
  }

  /** Publishes the due messages; each leaves the store only after the results of its publication are stored. */
  tick(publish: (message: Message, nodeContext: NodeContext) => unknown): void {
    const now = this.#parts.now()
    if (now < this.#nextAt) return
    for (const [nodeContext, table] of this.#tables) {
      if (!this.#parts.isRunning(nodeContext)) continue
      const due = [...table.values()].filter(({ dueAt }) => dueAt <= now).sort(compare)
      for (const { message } of due) {
        this.#takeOut(message.id, nodeContext)
        const published = publish(message, nodeContext)
        const leave = () => {
          // A delay within a delay returns under the same id.
          if (!table.has(message.id)) void this.#parts.records.removeKey('delayed', message.id)
        }
        // A message whose publication fails is removed as well; otherwise it would return at every start.
        if (published instanceof Promise) published.then(leave, leave)
        else leave()
      }
      this.#count(nodeContext)
    }
    const waiting = [...this.#tables.values()].flatMap((table) => [...table.values()])
    this.#nextAt = waiting.reduce((next, { dueAt }) => Math.min(next, dueAt), Number.POSITIVE_INFINITY)
  }

  #takeOut(id: string, nodeContext: NodeContext): void {
    const delayed = this.#tables.get(nodeContext)?.get(id)
    if (delayed === undefined) return
    this.#parts.capacity.release(delayed.message)
    this.#tables.get(nodeContext)?.delete(id)
    this.#count(nodeContext)
  }

  #findHome(node: string): NodeContext | undefined {
    return [...this.#tables.keys()].find(({ name }) => name === node)
  }

  #getTable(nodeContext: NodeContext): Map<string, DelayedMessage> {
    const table = this.#tables.get(nodeContext) ?? new Map<string, DelayedMessage>()
    this.#tables.set(nodeContext, table)
    return table
  }

  #count(nodeContext: NodeContext): void {
    nodeContext.gauges.delayed.set(this.#tables.get(nodeContext)?.size ?? 0)
  }
}

const compare = (a: DelayedMessage, b: DelayedMessage): number =>
  a.dueAt - b.dueAt || (a.message.id < b.message.id ? -1 : 1)
