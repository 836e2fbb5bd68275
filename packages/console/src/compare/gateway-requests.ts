import { gatewayAuthentication } from '@brokerdeck/contract/extensions/gateways/gateway-authentication.ts'
import { gatewayListenerAuthentication } from '@brokerdeck/contract/extensions/gateways/gateway-listener-authentication.ts'
import { gateways } from '@brokerdeck/contract/extensions/gateways/gateways.ts'
import * as v from 'valibot'
import { describeError, unlessGone } from '#api/errors.ts'
import { parseBody } from '#resource/endpoint-form/parse-body.ts'
import type { AskCluster } from './ask.ts'
import type { ConfigDocument } from './masked-config.ts'
import { promotionRun as m } from './messages.ts'

const isAccess = (id: string) => id.endsWith(':authentication') && id.split(':').length === 2

/** Returns all loaded gateways with their settings. */
export async function readGateways(ask: AskCluster): Promise<readonly GatewayDocument[]> {
  const found: GatewayDocument[] = []
  for (const { name, status } of await ask(gateways.list, { query: {} }))
    if (status !== 'unloaded') found.push(await ask(gateways.get, { params: { name } }))
  return found
}

type GatewayDocument = ConfigDocument & { readonly name: string }

/** Throws if the ID contains no gateway name, before anything is sent. */
const readParams = (id: string) => v.parse(gateways.get.params, { name: id.split(':', 1).join('') })

export async function saveGatewayPart(
  ask: AskCluster,
  id: string,
  body: ConfigDocument,
  isNew: boolean,
): Promise<unknown> {
  const params = readParams(id)
  if (!id.includes(':'))
    return await ask(gateways.update, { params, body: parseBody(gateways.update.body, body) })
  if (isAccess(id)) {
    const { create, update } = gatewayAuthentication
    if (isNew) return await ask(create, { params, body: parseBody(create.body, body) })
    return await ask(update, { params, body: parseBody(update.body, body) })
  }
  const { addListener, updateListener } = gateways
  if (isNew) return await ask(addListener, { params, body: parseBody(addListener.body, body) })
  const own = { ...params, id }
  const answer = await ask(updateListener, { params: own, body: parseBody(updateListener.body, body) })
  // `findAccessRemoval` lists this request. If it is refused, the update of the listener before it stays in effect.
  if (body['authentication'] === undefined)
    await unlessGone(ask(gatewayListenerAuthentication.remove, { params: own })).catch((error: unknown) => {
      const { title, detail = title } = describeError(error)
      throw new Error(m.accessLeft(detail), { cause: error })
    })
  return answer
}

export async function removeGatewayPart(ask: AskCluster, id: string): Promise<unknown> {
  const params = readParams(id)
  if (!id.includes(':')) return await ask(gateways.enable, { params: { ...params, enable: false } })
  if (isAccess(id)) return await ask(gatewayAuthentication.remove, { params })
  return await ask(gateways.removeListener, { params: { ...params, id } })
}

/** Counts the users of a built-in database, which would be deleted with the part. */
export async function countGatewayUsers(ask: AskCluster, id: string): Promise<number> {
  const params = readParams(id)
  const query = { page: 1, limit: 1 }
  if (!id.includes(':')) return 0
  const { get, users } = isAccess(id) ? gatewayAuthentication : gatewayListenerAuthentication
  const own = { ...params, id }
  const authenticator = await ask(get, { params: own })
  if (authenticator?.backend !== 'built_in_database') return 0
  return (await ask(users, { params: own, query })).data.length
}
