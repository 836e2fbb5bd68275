import { parseDelayed } from '@brokerdeck/contract/traffic/delayed.ts'
import type { Capacity } from './capacity.ts'
import type { DelayedMessage, DelayedQueue, Message } from './cluster.ts'
import type { Home } from './home.ts'
import type { Records } from './records.ts'
import type { Settings } from './settings.ts'

interface Parts {
  readonly records: Records
  readonly settings: Settings
  readonly now: () => number
  readonly isRunning: (home: Home) => boolean
  readonly capacity: Capacity
}

/**
 * Messages to `$delayed/<seconds>/<topic>`, on the node that took them until their time has come. Those of a stopped
 * node wait for it to start again.
 */
export class DelayedMessages implements DelayedQueue {
  readonly #parts: Parts
  readonly #tables = new Map<Home, Map<string, DelayedMessage>>()
  /** Nothing is due before. */
  #nextAt = Number.POSITIVE_INFINITY

  constructor(parts: Parts) {
    this.#parts = parts
    const { records } = parts
    // What the store has refused to keep is not held back either.
    records.onRefused('delayed', (ids) => {
      for (const id of ids) {
        if (records.get('delayed', id) !== undefined) continue
        for (const home of this.#tables.keys()) this.#takeOut(id, home)
      }
    })
  }

  /**
   * Undefined for a message that is to go out now. Else resolves once it is stored; over the limit of its node it is
   * lost without a word to the publisher, as in EMQX.
   */
  hold(message: Message, home: Home): Promise<void> | undefined {
    const { settings, records } = this.#parts
    if (!settings.delayed.isEnabled) return undefined
    const wanted = parseDelayed(message.topic, message.publishAt)
    if (typeof wanted !== 'object') return undefined
    if (this.#getTable(home).size >= settings.delayed.maxMessages) return Promise.resolve()
    if (!this.#parts.capacity.hasRoomFor(message)) {
      this.#parts.capacity.overran('message-bytes', message.fromClientid)
      return Promise.resolve()
    }
    // The payload may be a window on a large chunk of a socket.
    home.metrics.count('messages.delayed')
    // What comes of it later begins anew.
    const { lineage: _, ...rest } = message
    const kept = { ...rest, topic: wanted.topic, payload: Buffer.from(message.payload) }
    const delayed = { message: kept, node: home.name, seconds: wanted.seconds, dueAt: wanted.dueAt }
    this.restore(delayed, home)
    return records.putDelayed(delayed)
  }

  restore(delayed: DelayedMessage, home: Home): void {
    this.#parts.capacity.hold(delayed.message)
    this.#getTable(home).set(delayed.message.id, delayed)
    this.#nextAt = Math.min(this.#nextAt, delayed.dueAt)
    this.#count(home)
  }

  all(): readonly DelayedMessage[] {
    return [...this.#tables]
      .filter(([home]) => this.#parts.isRunning(home))
      .flatMap(([, table]) => [...table.values()].sort((a, b) => compare(b, a)))
  }

  get(node: string, id: string): DelayedMessage | undefined {
    const home = this.#findHome(node)
    return home && this.#parts.isRunning(home) ? this.#tables.get(home)?.get(id) : undefined
  }

  async remove({ node, message }: DelayedMessage): Promise<void> {
    const home = this.#findHome(node)
    if (home === undefined || this.#tables.get(home)?.has(message.id) !== true) return
    await this.#parts.records.tryRemove('delayed', message.id)
    this.#takeOut(message.id, home)
  }

  clear(): void {
    for (const table of this.#tables.values()) {
      for (const { message, node } of [...table.values()]) {
        const home = this.#findHome(node)
        if (home !== undefined) this.#takeOut(message.id, home)
        void this.#parts.records.removeKey('delayed', message.id)
      }
    }
  }

  /** Counters of a node begin anew when it starts, its messages do not. */
  recount(): void {
    for (const home of this.#tables.keys()) this.#count(home)
  }

  /** What is due leaves the store only after what comes of it is in there. */
  tick(publish: (message: Message, home: Home) => unknown): void {
    const now = this.#parts.now()
    if (now < this.#nextAt) return
    for (const [home, table] of this.#tables) {
      if (!this.#parts.isRunning(home)) continue
      const due = [...table.values()].filter(({ dueAt }) => dueAt <= now).sort(compare)
      for (const { message } of due) {
        this.#takeOut(message.id, home)
        const published = publish(message, home)
        const leave = () => {
          // A delay within a delay comes back under the same id.
          if (!table.has(message.id)) void this.#parts.records.removeKey('delayed', message.id)
        }
        // A message that nobody could publish would come again with every start.
        if (published instanceof Promise) published.then(leave, leave)
        else leave()
      }
      this.#count(home)
    }
    const waiting = [...this.#tables.values()].flatMap((table) => [...table.values()])
    this.#nextAt = waiting.reduce((next, { dueAt }) => Math.min(next, dueAt), Number.POSITIVE_INFINITY)
  }

  #takeOut(id: string, home: Home): void {
    const delayed = this.#tables.get(home)?.get(id)
    if (delayed === undefined) return
    this.#parts.capacity.release(delayed.message)
    this.#tables.get(home)?.delete(id)
    this.#count(home)
  }

  #findHome(node: string): Home | undefined {
    return [...this.#tables.keys()].find(({ name }) => name === node)
  }

  #getTable(home: Home): Map<string, DelayedMessage> {
    const table = this.#tables.get(home) ?? new Map<string, DelayedMessage>()
    this.#tables.set(home, table)
    return table
  }

  #count(home: Home): void {
    home.gauges.delayed.set(this.#tables.get(home)?.size ?? 0)
  }
}

const compare = (a: DelayedMessage, b: DelayedMessage): number =>
  a.dueAt - b.dueAt || (a.message.id < b.message.id ? -1 : 1)
