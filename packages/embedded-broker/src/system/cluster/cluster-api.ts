import { cluster } from '@brokerdeck/contract/system/cluster.ts'
import { refusal } from '../../http/api-refusal.ts'
import type { Pieces } from '../../http/api-resource.ts'
import { apiResource } from '../../http/api-resource.ts'
import { formatTime } from '../../http/timestamp.ts'
import { answeringNode, runningNodes } from '../../mqtt/node/answering-node.ts'
import type { Cluster } from '../../mqtt/node/cluster.ts'

/** Invites nodes into the cluster, and remembers for each node the last attempt that was not awaited. */
class Invitations {
  readonly #cluster: Cluster
  readonly #now: () => number
  readonly #attempts = new Map<string, Attempt>()

  constructor(cluster: Cluster, now: () => number) {
    this.#cluster = cluster
    this.#now = now
  }

  /** Only the nodes of this process can be reached, so only a node that has left can join. */
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

type ClusterApiDeps = Pieces<'cluster'>

const badRequest = (message: string) => refusal(400, 'BAD_REQUEST', message)

const getNodeName = ({ cluster }: ClusterApiDeps): string => answeringNode(cluster)?.name ?? ''

function describeFailure(failure: JoinFailure, uses: ClusterApiDeps): string {
  return failure === 'nodedown' ? 'nodedown' : `{already_in_cluster,'${getNodeName(uses)}'}`
}

export const clusterApi = apiResource({
  endpoints: cluster,
  uses: ['cluster', 'now'],
  state: ({ cluster, now }) => ({ invitations: new Invitations(cluster, now) }),
  handlers: {
    get(_received, call) {
      const nodes = runningNodes(call.cluster).map((node) => node.name)
      return { status: 200, body: { name: call.cluster.name, nodes, self: getNodeName(call) } }
    },

    topology(_received, { cluster }) {
      const nodes = runningNodes(cluster)
      const replicants = nodes
        .filter((node) => node.role === 'replicant')
        .map((node) => ({ node: node.name }))
      const cores = nodes.filter((node) => node.role === 'core')
      return {
        status: 200,
        body: cores.map((core) => ({ core_node: core.name, replicant_nodes: replicants })),
      }
    },

    invitations(_received, { invitations }) {
      const all = invitations.list().map(({ node, startedAt, finishedAt, failure }) => ({
        node,
        started_at: formatTime(startedAt),
        finished_at: finishedAt === undefined ? undefined : formatTime(finishedAt),
        reason: failure,
      }))
      const ended = all.flatMap(({ finished_at, reason, ...begun }) =>
        finished_at === undefined ? [] : [{ ...begun, finished_at, reason }],
      )
      return {
        status: 200,
        body: {
          succeed: ended.flatMap(({ reason, ...one }) => (reason === undefined ? [one] : [])),
          in_progress: all.flatMap(({ node, started_at, finished_at }) =>
            finished_at === undefined ? [{ node, started_at }] : [],
          ),
          failed: ended.flatMap(({ reason, ...one }) => (reason === undefined ? [] : [{ ...one, reason }])),
        },
      }
    },

    async invite({ params: { node }, body: { timeout } }, call) {
      if (node === getNodeName(call)) throw badRequest('Cannot invite self')
      if (timeout !== undefined && timeout < 5000) throw badRequest('timeout cannot be less than 5000ms')
      const failure = await call.invitations.invite(node)
      if (failure !== undefined) throw badRequest(describeFailure(failure, call))
      return { status: 200, body: undefined }
    },

    inviteAsync({ params: { node } }, call) {
      if (node === getNodeName(call)) throw badRequest("Can't invite self")
      call.invitations.begin(node, (failure) =>
        failure === 'nodedown' ? '{error,{badrpc,nodedown}}' : `{error,${describeFailure(failure, call)}}`,
      )
      return { status: 200, body: undefined }
    },

    async forceLeave({ params: { node } }, call) {
      if (node === getNodeName(call)) throw badRequest("Can't leave self")
      if (!(await call.cluster.leave(node))) throw badRequest('node_not_in_cluster')
      return { status: 204, body: undefined }
    },
  },
})

type JoinFailure = 'nodedown' | 'already_in_cluster'

interface Attempt {
  readonly startedAt: number
  /** Undefined while the attempt is in progress. */
  readonly finishedAt?: number
  readonly failure?: string
}
