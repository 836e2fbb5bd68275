import type { Evictions } from '../client/admit.ts'
import { reasons } from '../client/reason.ts'
import type { BrokerServices } from '../connection/broker-services.ts'
import type { NodeContext } from '../connection/node-context.ts'
import type { MqttNode } from '../node/broker-node.ts'
import type { MqttSession } from './session.ts'

/** Removes clients and sessions from a node, the oldest first. */
export class SessionEvictor implements Evictions {
  readonly #core: BrokerServices
  readonly #nodes: readonly MqttNode[]

  constructor(core: BrokerServices, nodes: readonly MqttNode[]) {
    this.#core = core
    this.#nodes = nodes
  }

  setClosed(node: string, isClosed: boolean): void {
    for (const nodeContext of this.#homes([node])) nodeContext.isClosed = isClosed
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
      const nodeContext = homes[index % homes.length]
      if (nodeContext !== undefined) this.#core.registry.hand(session, nodeContext)
    }
    return left.length
  }

  #some(node: string, most: number, isWanted: (session: MqttSession) => boolean): readonly MqttSession[] {
    const found: MqttSession[] = []
    for (const session of this.#core.registry.all()) {
      if (found.length >= most) break
      if (session.nodeContext.name === node && isWanted(session)) found.push(session)
    }
    return found
  }

  #homes(names: readonly string[]): readonly NodeContext[] {
    return this.#nodes.filter(({ name }) => names.includes(name)).map(({ nodeContext }) => nodeContext)
  }
}
