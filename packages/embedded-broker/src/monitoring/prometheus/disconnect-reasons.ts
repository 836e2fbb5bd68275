import type { Cluster } from '../../mqtt/node/cluster.ts'
import type { FigureRow } from './figure-group.ts'

interface Count {
  readonly listener: string
  readonly reason: string
  count: number
}

/** Counts why clients disconnected, by node, listener and reason, since the node started. */
export class DisconnectReasons {
  readonly #byNode = new Map<string, Map<string, Count>>()

  /** Starts to count. */
  constructor(cluster: Pick<Cluster, 'on'>) {
    cluster.on('disconnected', ({ session, reason }) => this.#count(session.node, session.listener, reason))
    cluster.on('node-stopped', ({ node }) => this.#byNode.delete(node))
  }

  rows(node: string): readonly FigureRow[] {
    return [...(this.#byNode.get(node)?.values() ?? [])].map(({ listener, reason, count }) => {
      const [type = '', name = ''] = listener.split(':')
      return {
        labels: { listener_type: type, listener_name: name, reason },
        values: { emqx_client_disconnected_reason: count },
      }
    })
  }

  #count(node: string, listener: string, reason: string): void {
    const counts = this.#byNode.get(node) ?? new Map<string, Count>()
    this.#byNode.set(node, counts)
    const key = `${listener} ${reason}`
    const known = counts.get(key) ?? { listener, reason, count: 0 }
    known.count += 1
    counts.set(key, known)
  }
}
