import { refusal } from '../../http/api-refusal.ts'
import type { Pieces } from '../../http/api-resource.ts'
import { runningNode } from '../../mqtt/node/answering-node.ts'
import type { Session } from '../../mqtt/node/cluster.ts'

/**
 * Returns all sessions, or those of one node or client; throws `NODE_DOWN` for a node that is not running. EMQX
 * responds with 500 for an unknown node as well; here that is an error of the caller.
 */
export function findSessions(
  uses: Pieces<'cluster'>,
  node: string | undefined,
  clientid?: string,
): Session[] {
  const sessions = clientid === undefined ? [...uses.cluster.sessions()] : findSession(uses, clientid)
  if (node === undefined) return sessions
  if (runningNode(uses.cluster, node) !== undefined)
    return sessions.filter((session) => session.node === node)
  if (uses.cluster.nodes.some((one) => one.name === node)) {
    throw refusal(500, 'NODE_DOWN', `bad rpc call '${node}', Reason nodedown`)
  }
  throw refusal(400, 'NODE_DOWN', `bad rpc call <<"${node}">>, Reason <<"invalid node">>`)
}

function findSession({ cluster }: Pieces<'cluster'>, clientid: string): Session[] {
  const session = cluster.session(clientid)
  return session === undefined ? [] : [session]
}
