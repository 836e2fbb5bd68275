import { runningNode } from '../../broker/answering-node.ts'
import type { World } from '../../broker/world.ts'
import { refusal } from '../../http/api-refusal.ts'
import type { Session } from '../../mqtt/cluster.ts'

/**
 * All sessions, or those of one node or client; a node that cannot be asked is `NODE_DOWN`. EMQX gives 500 for an unknown
 * node too; here that is the caller's mistake.
 */
export function sessionsOf(world: World, node: string | undefined, clientid?: string): Session[] {
  const sessions = clientid === undefined ? [...world.cluster.sessions()] : sessionOf(world, clientid)
  if (node === undefined) return sessions
  if (runningNode(world.cluster, node) !== undefined)
    return sessions.filter((session) => session.node === node)
  if (world.cluster.nodes.some((one) => one.name === node)) {
    throw refusal(500, 'NODE_DOWN', `bad rpc call '${node}', Reason nodedown`)
  }
  throw refusal(400, 'NODE_DOWN', `bad rpc call <<"${node}">>, Reason <<"invalid node">>`)
}

function sessionOf({ cluster }: World, clientid: string): Session[] {
  const session = cluster.session(clientid)
  return session === undefined ? [] : [session]
}
