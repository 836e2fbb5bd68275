import { type ApiRefusal, refusal } from '../../http/api-refusal.ts'
import type { Pieces } from '../../http/api-resource.ts'
import type { Session } from '../../mqtt/cluster.ts'

export const clientNotFound = (): ApiRefusal => refusal(404, 'CLIENTID_NOT_FOUND', 'Client ID not found')

export function clientOrRefuse({ cluster }: Pieces<'cluster'>, clientid: string): Session {
  const session = cluster.session(clientid)
  if (session === undefined) throw clientNotFound()
  return session
}
