import {
  type Authenticator,
  type AuthenticatorStatus,
  authentication,
  authnMetricsSchema,
} from '@brokerdeck/contract/access/authentication.ts'
import * as v from 'valibot'
import { configOrRefuse } from '../../config/config-or-refuse.ts'
import type { PlainObject } from '../../config/plain-object.ts'
import { authenticationRoot } from '../../config/roots/authentication-root.ts'
import { keepSecrets } from '../../config/secrets.ts'
import { refusal } from '../../http/api-refusal.ts'
import type { Pieces } from '../../http/api-resource.ts'
import { apiResource } from '../../http/api-resource.ts'
import type { Cluster } from '../../mqtt/node/cluster.ts'
import { chainStatus } from '../chain-status.ts'
import { authenticationUsers } from './authentication-users-api.ts'
import type { ChainLink } from './chain-link.ts'
import { authenticatorId } from './open-authenticator.ts'

/** Returns the status once the first check of the backend has ended. */
async function authenticatorStatus(link: ChainLink, cluster: Cluster): Promise<AuthenticatorStatus> {
  await link.started
  const { status, error } = link
  return chainStatus(cluster, authnMetricsSchema, {
    status,
    error,
    metricsOf: (node) => link.getMetrics(node),
    resourceMetricsOf: (node) => link.getResourceMetrics(node),
  })
}

type AuthenticationApiDeps = Pieces<'authentication' | 'cluster' | 'config'>

type Document = PlainObject & { readonly mechanism: string; readonly enable: boolean }

const unknown = (id: string) => refusal(404, 'NOT_FOUND', `Authenticator '${id}' does not exist`)

/** Puts the id first, as EMQX does. */
function toJson({ enable, mechanism, backend, ...rest }: Document): Authenticator {
  const id = authenticatorId({ mechanism, backend })
  return { id, mechanism, ...(typeof backend === 'string' ? { backend } : {}), enable, ...rest }
}

/** The chain of the configuration, including its secrets. */
const getChain = ({ config }: AuthenticationApiDeps): readonly Document[] => config.get(authenticationRoot)

const findIndexById = (chain: readonly Document[], id: string) =>
  chain.findIndex((document) => authenticatorId(document) === id)

function indexOrRefuse(chain: readonly Document[], id: string): number {
  const at = findIndexById(chain, id)
  if (at < 0) throw unknown(id)
  return at
}

/** Validates against the schema of the single authenticator, not against that of the chain, as EMQX does. */
function checkDocument(
  { config }: AuthenticationApiDeps,
  body: unknown,
  before: unknown = undefined,
): Document {
  const schema = config.schema(authenticationRoot.name)
  if (schema.kind !== 'list') throw new Error('authentication is a list')
  return v.parse(
    authenticationRoot.shape.item,
    configOrRefuse(schema.item, keepSecrets(schema.item, body, before)),
  )
}

/** Returns the index at which an authenticator is inserted among the others. */
function findPosition(others: readonly Document[], position: string): number {
  if (position === 'front') return 0
  if (position === 'rear') return others.length
  const [, side, id = ''] = /^(before|after):(.*)$/s.exec(position) ?? []
  if (side === undefined) throw refusal(400, 'BAD_REQUEST', "Invalid value for 'position'")
  return indexOrRefuse(others, id) + (side === 'after' ? 1 : 0)
}

export const authenticationApi = apiResource({
  endpoints: authentication,
  uses: ['authentication', 'cluster', 'config'],
  handlers: {
    ...authenticationUsers,

    list: (_received, { config }) => ({ status: 200, body: config.toShown(authenticationRoot).map(toJson) }),

    async create({ body }, call) {
      const chain = getChain(call)
      const document = checkDocument(call, body)
      const id = authenticatorId(document)
      if (findIndexById(chain, id) >= 0) {
        throw refusal(409, 'ALREADY_EXISTS', `Authenticator '${id}' already exist`)
      }
      const shown = await call.config.write(authenticationRoot, [...chain, document])
      const made = shown.at(-1)
      if (made === undefined) throw unknown(id)
      return { status: 200, body: toJson(made) }
    },

    get({ params: { id } }, { config }) {
      const chain = config.toShown(authenticationRoot)
      const found = chain[indexOrRefuse(chain, id)]
      if (found === undefined) throw unknown(id)
      return { status: 200, body: toJson(found) }
    },

    async update({ params: { id }, body }, call) {
      const chain = getChain(call)
      const at = findIndexById(chain, id)
      const document = checkDocument(call, body, chain[at])
      if (at < 0) throw unknown(id)
      if (authenticatorId(document) !== id) {
        throw refusal(409, 'ALREADY_EXISTS', `Authenticator '${id}' cannot become another`)
      }
      await call.config.put(authenticationRoot.name, chain.toSpliced(at, 1, document))
      return { status: 204, body: undefined }
    },

    async remove({ params: { id } }, call) {
      const chain = getChain(call)
      if (chain.length === 0) {
        throw refusal(404, 'NOT_FOUND', "Authenticator not found in the 'global' scope")
      }
      const rest = chain.filter((document) => authenticatorId(document) !== id)
      if (rest.length < chain.length) await call.config.put(authenticationRoot.name, rest)
      return { status: 204, body: undefined }
    },

    async status({ params: { id } }, { authentication, cluster }) {
      const link = authentication.links.find((one) => one.id === id)
      if (link === undefined) throw unknown(id)
      return { status: 200, body: await authenticatorStatus(link, cluster) }
    },

    async move({ params: { id, position } }, call) {
      const chain = getChain(call)
      const moved = chain[indexOrRefuse(chain, id)]
      const others = chain.filter((document) => document !== moved)
      const order = others.toSpliced(
        findPosition(others, position),
        0,
        ...(moved === undefined ? [] : [moved]),
      )
      await call.config.put(authenticationRoot.name, order)
      return { status: 204, body: undefined }
    },

    async order({ body }, call) {
      const chain = getChain(call)
      const wanted = body.map(({ id }) => id)
      const strange = wanted.filter((id) => findIndexById(chain, id) < 0)
      if (strange.length > 0) {
        throw refusal(400, 'BAD_REQUEST', `Authenticators: ${strange.join(', ')} are not found`)
      }
      const left = chain.map(authenticatorId).filter((id) => !wanted.includes(id))
      if (left.length > 0) {
        const names = left.join(', ')
        throw refusal(400, 'BAD_REQUEST', `No positions are specified for authenticators: ${names}`)
      }
      const order = [...new Set(wanted)].flatMap((id) => chain[findIndexById(chain, id)] ?? [])
      await call.config.put(authenticationRoot.name, order)
      return { status: 204, body: undefined }
    },
  },
})
