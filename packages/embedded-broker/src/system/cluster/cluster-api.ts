import type { Handlers } from '@brokerdeck/contract/endpoint.ts'
import type { cluster as contract } from '@brokerdeck/contract/system/cluster.ts'
import { answeringNode, runningNodes } from '../../broker/answering-node.ts'
import type { World } from '../../broker/world.ts'
import type { ApiCall } from '../../http/api-call.ts'
import { refusal } from '../../http/api-refusal.ts'
import { formatTime } from '../../http/timestamp.ts'
import type { JoinFailure } from './invitations.ts'

const badRequest = (message: string) => refusal(400, 'BAD_REQUEST', message)

const selfOf = (world: World): string => answeringNode(world.cluster)?.name ?? ''

function describeFailure(failure: JoinFailure, world: World): string {
  return failure === 'nodedown' ? 'nodedown' : `{already_in_cluster,'${selfOf(world)}'}`
}

export const cluster: Handlers<typeof contract, ApiCall> = {
  get(_received, { world }) {
    const nodes = runningNodes(world.cluster).map((node) => node.name)
    return { status: 200, body: { name: world.cluster.name, nodes, self: selfOf(world) } }
  },

  topology(_received, { world }) {
    const nodes = runningNodes(world.cluster)
    const replicants = nodes.filter((node) => node.role === 'replicant').map((node) => ({ node: node.name }))
    const cores = nodes.filter((node) => node.role === 'core')
    return {
      status: 200,
      body: cores.map((core) => ({ core_node: core.name, replicant_nodes: replicants })),
    }
  },

  invitations(_received, { world }) {
    const all = world.invitations.list().map(({ node, startedAt, finishedAt, failure }) => ({
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

  async invite({ params: { node }, body: { timeout } }, { world }) {
    if (node === selfOf(world)) throw badRequest('Cannot invite self')
    if (timeout !== undefined && timeout < 5000) throw badRequest('timeout cannot be less than 5000ms')
    const failure = await world.invitations.invite(node)
    if (failure !== undefined) throw badRequest(describeFailure(failure, world))
    return { status: 200, body: undefined }
  },

  inviteAsync({ params: { node } }, { world }) {
    if (node === selfOf(world)) throw badRequest("Can't invite self")
    world.invitations.begin(node, (failure) =>
      failure === 'nodedown' ? '{error,{badrpc,nodedown}}' : `{error,${describeFailure(failure, world)}}`,
    )
    return { status: 200, body: undefined }
  },

  async forceLeave({ params: { node } }, { world }) {
    if (node === selfOf(world)) throw badRequest("Can't leave self")
    if (!(await world.cluster.leave(node))) throw badRequest('node_not_in_cluster')
    return { status: 204, body: undefined }
  },
}
