import { loadRebalance } from '@brokerdeck/contract/system/load-rebalance.ts'
import { refusal } from '../../http/api-refusal.ts'
import type { Pieces } from '../../http/api-resource.ts'
import { apiResource } from '../../http/api-resource.ts'
import { formatErlang } from '../../http/format-erlang.ts'
import { answeringNode, runningNode, runningNodes } from '../../mqtt/node/answering-node.ts'
import { LoadRebalance } from './load-rebalance.ts'

type LoadRebalanceApiDeps = Pieces<'cluster'> & { readonly operations: LoadRebalance }

const getNodeName = ({ cluster }: LoadRebalanceApiDeps): string => answeringNode(cluster)?.name ?? ''

function nodeAsked({ cluster }: LoadRebalanceApiDeps, node: string): void {
  if (runningNode(cluster, node) === undefined) throw refusal(404, 'NOT_FOUND', `Node not found: ${node}`)
}

function checkNodes({ cluster }: LoadRebalanceApiDeps, names: readonly string[]): void {
  const unknown = names.filter((name) => !cluster.nodes.some((node) => node.name === name))
  if (unknown.length > 0) throw refusal(400, 'BAD_REQUEST', `Invalid nodes: ${formatErlang(unknown)}`)
}

/** Throws if a node is unavailable. The code beside the status 400 is the broker's. */
function freeNodes({ cluster, operations }: LoadRebalanceApiDeps, names: readonly string[]): void {
  const taken = names.filter((name) => operations.isGiving(name) || runningNode(cluster, name) === undefined)
  if (taken.length === 0) return
  const list = taken.map((name) => `'${name}'`).join(',')
  throw refusal(400, 'NOT_FOUND', `Nodes unavailable: [${list}]`)
}

function done(node: string, failure: string | undefined) {
  if (failure !== undefined) throw refusal(400, 'BAD_REQUEST', `error on node '${node}': ${failure}`)
  return { status: 200, body: {} } as const
}

const toStopped = (node: string, wasRunning: boolean) => done(node, wasRunning ? undefined : 'not_started')

const disabled = { status: 'disabled' } as const

export const loadRebalanceApi = apiResource({
  endpoints: loadRebalance,
  edition: 'enterprise',
  uses: ['cluster', 'clock', 'store', 'edition'],
  state: (parts) => ({ operations: new LoadRebalance(parts) }),
  handlers: {
    availability(_received, call) {
      if (call.operations.isGiving(getNodeName(call)))
        throw refusal(503, 'NODE_EVACUATING', 'Node Evacuating')
      return { status: 200, body: {} }
    },

    global: (_received, { operations }) => ({ status: 200, body: operations.global() }),

    local(_received, call) {
      const running = call.operations.local(getNodeName(call))
      if (running === undefined) return { status: 200, body: disabled }
      return { status: 200, body: { status: 'enabled' as const, ...running } }
    },

    eviction(_received, call) {
      const stats = call.operations.local(getNodeName(call))?.stats
      if (stats === undefined) return { status: 200, body: disabled }
      const { current_connected: connections, current_sessions: sessions } = stats
      return { status: 200, body: { status: 'enabled' as const, stats: { connections, sessions } } }
    },

    async evacuate({ params: { node }, body }, call) {
      nodeAsked(call, node)
      checkNodes(call, body.migrate_to ?? [])
      return done(node, await call.operations.evacuate(node, body))
    },

    async stopEvacuation({ params: { node } }, call) {
      nodeAsked(call, node)
      return toStopped(node, await call.operations.stop('evacuation', node))
    },

    rebalance({ params: { node }, body }, call) {
      nodeAsked(call, node)
      checkNodes(call, body.nodes ?? [])
      const names = body.nodes ?? runningNodes(call.cluster).map(({ name }) => name)
      freeNodes(call, names)
      return done(node, call.operations.rebalance(node, body, names))
    },

    async stopRebalance({ params: { node } }, call) {
      nodeAsked(call, node)
      return toStopped(node, await call.operations.stop('rebalance', node))
    },
  },
})
