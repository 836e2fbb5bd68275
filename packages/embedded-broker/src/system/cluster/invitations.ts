import type { Cluster } from '../../mqtt/cluster.ts'

export type JoinFailure = 'nodedown' | 'already_in_cluster'

interface Attempt {
  readonly startedAt: number
  /** Undefined while it goes on. */
  readonly finishedAt?: number
  readonly failure?: string
}

/** Invites nodes into the cluster, and remembers the last attempt of each that nobody waited for. */
export class Invitations {
  readonly #cluster: Cluster
  readonly #now: () => number
  readonly #attempts = new Map<string, Attempt>()

  constructor(cluster: Cluster, now: () => number) {
    this.#cluster = cluster
    this.#now = now
  }

  /** The nodes of this process are all that can be reached: only one that left can come. */
  async invite(name: string): Promise<JoinFailure | undefined> {
    const member = this.#cluster.nodes.find((node) => node.name === name)
    if (member !== undefined) return member.isRunning ? 'already_in_cluster' : 'nodedown'
    return (await this.#cluster.join(name)) ? undefined : 'nodedown'
  }

  begin(name: string, describe: (failure: JoinFailure) => string): void {
    const startedAt = this.#now()
    this.#attempts.set(name, { startedAt })
    const finish = (failure: string | undefined) =>
      this.#attempts.set(name, {
        startedAt,
        finishedAt: this.#now(),
        ...(failure === undefined ? {} : { failure }),
      })
    this.invite(name).then(
      (failure) => finish(failure === undefined ? undefined : describe(failure)),
      (error: unknown) => finish(String(error)),
    )
  }

  list(): readonly (Attempt & { readonly node: string })[] {
    return [...this.#attempts].map(([node, attempt]) => ({ node, ...attempt }))
  }
}
