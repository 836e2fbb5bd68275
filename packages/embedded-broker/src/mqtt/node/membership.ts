import type { Store } from '../../storage/store.ts'
import type { MqttNode } from './broker-node.ts'

const kind = 'former-node'

/**
 * Tells which nodes of this process belong to the cluster. A node that left is stopped, appears in no list, and can
 * be invited again; all this survives a restart of the process.
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
    // The process was started with other nodes than last time, and all of them had left: a cluster has at least one
    // node, so they rejoin.
    if (all.every(({ name }) => this.#former.has(name))) this.#former.clear()
    this.#members = this.#current()
  }

  get members(): readonly MqttNode[] {
    return this.#members
  }

  /** Removes a node for good and stops it as a crash would. Resolves to false if it is not a member. */
  async leave(name: string): Promise<boolean> {
    const node = this.#members.find((one) => one.name === name)
    if (node === undefined) return false
    await this.#store.put(kind, name, true)
    this.#former.add(name)
    this.#members = this.#current()
    await node.stop()
    return true
  }

  /** Adds a node that left to the cluster again. Resolves to false if no such node left. */
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
