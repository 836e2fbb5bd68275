import type { World } from '../../broker/world.ts'
import { type ApiRefusal, refusal } from '../../http/api-refusal.ts'
import type { Session } from '../../mqtt/cluster.ts'

export const clientNotFound = (): ApiRefusal => refusal(404, 'CLIENTID_NOT_FOUND', 'Client ID not found')

export function clientOrRefuse(world: World, clientid: string): Session {
  const session = world.cluster.session(clientid)
  if (session === undefined) throw clientNotFound()
  return session
}
