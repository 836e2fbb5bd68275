import type { Store } from '../../storage/store.ts'
import type { MqttNode } from './broker-node.ts'

const kind = 'former-node'

/**
 * Which nodes of this process belong to the cluster. One that was made to leave is stopped, in no list, and kept to be
 * invited again; all this outlives the process.
 */
export class Membership {
  readonly #all: readonly MqttNode[]
  readonly #store: Store
  readonly #former: Set<string>
  #members: readonly MqttNode[]

  constructor(all: readonly MqttNode[], store: Store) {
    this.#all = all
    this.#store = store
    this.#former = new Set(store.all(kind).keys())
    // Started with other nodes than last time, and only those that had left: a cluster has one node at least.
    if (all.every(({ name }) => this.#former.has(name))) this.#former.clear()
    this.#members = this.#current()
  }

  get members(): readonly MqttNode[] {
    return this.#members
  }

  /** As a crash would end it, for good. False if it is no member. */
  async leave(name: string): Promise<boolean> {
    const node = this.#members.find((one) => one.name === name)
    if (node === undefined) return false
    await this.#store.put(kind, name, true)
    this.#former.add(name)
    this.#members = this.#current()
    await node.stop()
    return true
  }

  /** Takes back a node that left. False if there is none of this name. */
  async join(name: string): Promise<boolean> {
    const node = this.#all.find((one) => one.name === name && this.#former.has(name))
    if (node === undefined) return false
    await this.#store.remove(kind, name)
    await node.start()
    this.#former.delete(name)
    this.#members = this.#current()
    return true
  }

  #current(): readonly MqttNode[] {
    return this.#all.filter(({ name }) => !this.#former.has(name))
  }
}
