import type { Handlers } from '@brokerdeck/contract/endpoint.ts'
import type { gatewayAuthentication } from '@brokerdeck/contract/extensions/gateways/gateway-authentication.ts'
import type { gatewayListenerAuthentication } from '@brokerdeck/contract/extensions/gateways/gateway-listener-authentication.ts'
import type { GatewayKind } from '@brokerdeck/contract/extensions/gateways/gateway-settings.ts'
import * as v from 'valibot'
import { authenticatorId } from '../../access/authentication/open-authenticator.ts'
import type { PlainObject } from '../../config/plain-object.ts'
import type { Gateways } from '../../gateways/gateways.ts'
import type { GatewayListenerDocument } from '../../gateways/to-gateway-listener.ts'
import { refusal } from '../../http/api-refusal.ts'
import type { Pieces } from '../../http/api-resource.ts'
import type { CallerContext } from '../../http/caller.ts'
import { gatewayOrRefuse, listenerOrRefuse } from './loaded-gateway.ts'

/** A gateway, or with an `id` one of its listeners. */
interface Owner {
  readonly name: GatewayKind
  readonly id?: string
}

interface Owned {
  readonly listener: GatewayListenerDocument | undefined
  readonly chain: string
  /** The name of the owner in refusals. */
  readonly title: string
  readonly authentication: PlainObject | undefined
}

const writtenSchema = v.looseObject({
  mechanism: v.string(),
  backend: v.optional(v.string()),
  enable: v.optional(v.boolean()),
})

function findOwnedOrRefuse(gateways: Gateways, { name, id }: Owner): Owned {
  if (id === undefined) {
    const { authentication } = gatewayOrRefuse(gateways, name)
    return { listener: undefined, chain: `${name}:global`, title: name, authentication }
  }
  const listener = listenerOrRefuse(gateways, name, id)
  return { listener, chain: id, title: `${name}:${id}`, authentication: listener.authentication }
}

const toShown = ({ authentication }: Gateways, document: PlainObject) =>
  v.parse(writtenSchema, authentication.toShown(document))

function databaseOrRefuse(gateways: Gateways, owner: Owner) {
  return gateways.authentication.database(findOwnedOrRefuse(gateways, owner).chain)
}

/** The handlers are the same for a gateway and for one of its listeners. */
export const authenticationHandlers = {
  get({ params }, { gateways }) {
    const { authentication, chain } = findOwnedOrRefuse(gateways, params)
    if (authentication === undefined) return { status: 204, body: undefined }
    const id = authenticatorId(authentication)
    return { status: 200, body: { chain_name: chain, id, ...toShown(gateways, authentication) } }
  },

  async create({ params, body }, { gateways }) {
    const { listener, title, authentication } = findOwnedOrRefuse(gateways, params)
    gateways.authentication.check(body)
    if (authentication !== undefined)
      throw refusal(400, 'BAD_REQUEST', `The authentication already exist on ${title}`)
    await gateways.putAuthentication(params.name, listener, body)
    return { status: 201, body: toShown(gateways, body) }
  },

  async update({ params, body }, { gateways }) {
    const { listener, title, authentication } = findOwnedOrRefuse(gateways, params)
    const whole = v.parse(v.looseObject({}), gateways.authentication.toKept(body, authentication))
    gateways.authentication.check(whole)
    if (authentication === undefined)
      throw refusal(400, 'BAD_REQUEST', `The authentication not found on ${title}`)
    await gateways.putAuthentication(params.name, listener, whole)
    return { status: 200, body: toShown(gateways, whole) }
  },

  async remove({ params }, { gateways }) {
    const { listener, authentication } = findOwnedOrRefuse(gateways, params)
    if (authentication !== undefined) await gateways.putAuthentication(params.name, listener, undefined)
    return { status: 204, body: undefined }
  },

  users: ({ params, query }, { gateways }) => ({
    status: 200,
    body: databaseOrRefuse(gateways, params).page(query),
  }),

  addUser: async ({ params, body }, { gateways }) => ({
    status: 201,
    body: await databaseOrRefuse(gateways, params).add(body),
  }),

  user: ({ params }, { gateways }) => ({
    status: 200,
    body: databaseOrRefuse(gateways, params).user(params.uid),
  }),

  updateUser: async ({ params, body }, { gateways }) => ({
    status: 200,
    body: await databaseOrRefuse(gateways, params).change(params.uid, body),
  }),

  async removeUser({ params }, { gateways }) {
    await databaseOrRefuse(gateways, params).remove(params.uid)
    return { status: 204, body: undefined }
  },

  /** EMQX reads password hashes, whatever `type` says. */
  importUsers: async ({ params, body }, { gateways }) => ({
    status: 200,
    body: await databaseOrRefuse(gateways, params).import(body, true),
  }),
} satisfies Handlers<typeof gatewayAuthentication, CallerContext & Pieces<'gateways'>> &
  Handlers<typeof gatewayListenerAuthentication, CallerContext & Pieces<'gateways'>>
