import type { Evictions } from './admit.ts'
import type { MqttNode } from './broker-node.ts'
import type { Core } from './core.ts'
import type { Home } from './home.ts'
import { reasons } from './reason.ts'
import type { MqttSession } from './session.ts'

/** Takes clients and sessions away from a node, the oldest first. */
export class Evicting implements Evictions {
  readonly #core: Core
  readonly #nodes: readonly MqttNode[]

  constructor(core: Core, nodes: readonly MqttNode[]) {
    this.#core = core
    this.#nodes = nodes
  }

  setClosed(node: string, isClosed: boolean): void {
    for (const home of this.#homes([node])) home.isClosed = isClosed
  }

  disconnect(node: string, most: number, reference: string | undefined): void {
    const reason = { ...reasons.useAnotherServer, reference }
    for (const { link } of this.#some(node, most, ({ isConnected }) => isConnected)) link?.disconnect(reason)
  }

  move(node: string, most: number, to: readonly string[]): number {
    const homes = this.#homes(to)
    if (homes.length === 0) return 0
    const left = this.#some(node, most, ({ isConnected }) => !isConnected)
    for (const [index, session] of left.entries()) {
      const home = homes[index % homes.length]
      if (home !== undefined) this.#core.registry.hand(session, home)
    }
    return left.length
  }

  #some(node: string, most: number, isWanted: (session: MqttSession) => boolean): readonly MqttSession[] {
    const found: MqttSession[] = []
    for (const session of this.#core.registry.all()) {
      if (found.length >= most) break
      if (session.home.name === node && isWanted(session)) found.push(session)
    }
    return found
  }

  #homes(names: readonly string[]): readonly Home[] {
    return this.#nodes.filter(({ name }) => names.includes(name)).map(({ home }) => home)
  }
}
