import {
  type AccessSource,
  accessSourceSchema,
  authorization,
  authorizationSettings,
  type SourceType,
  sourceTypes,
} from '@brokerdeck/contract/access/authorization.ts'
import * as v from 'valibot'
import { sourceSchema } from '../../config/authorization-schema.ts'
import { configOrRefuse } from '../../config/config-or-refuse.ts'
import { authorizationRoot } from '../../config/roots/authorization-root.ts'
import { keepSecrets } from '../../config/secrets.ts'
import { type ApiRefusal, refusal } from '../../http/api-refusal.ts'
import type { Pieces } from '../../http/api-resource.ts'
import { apiResource } from '../../http/api-resource.ts'
import { formatErlang } from '../../http/format-erlang.ts'
import { sourceStatus } from './source-status.ts'

type AuthorizationApiDeps = Pieces<'authorization' | 'config'>

const getSources = ({ config }: AuthorizationApiDeps): readonly AccessSource[] =>
  config.toShown(authorizationRoot).sources

function sourceOrRefuse(uses: AuthorizationApiDeps, type: SourceType): AccessSource {
  const found = getSources(uses).find((source) => source.type === type)
  if (found === undefined) throw refusal(404, 'NOT_FOUND', `Not found: ${type}`)
  return found
}

/** Returns the validated source; masked secrets are replaced with the values from before. */
function checkSource(given: unknown, before: AccessSource | undefined): AccessSource {
  return v.parse(accessSourceSchema, configOrRefuse(sourceSchema, keepSecrets(sourceSchema, given, before)))
}

export const authorizationApi = apiResource({
  endpoints: authorization,
  uses: ['authorization', 'cluster', 'config'],
  handlers: {
    settings(_received, { config }) {
      const { sources: _, ...settings } = config.get(authorizationRoot)
      return { status: 200, body: settings }
    },

    async saveSettings({ body }, { config }) {
      configOrRefuse(authorizationSettings, body, [])
      const { sources } = config.get(authorizationRoot)
      const { sources: _, ...saved } = await config.write(authorizationRoot, { ...body, sources })
      return { status: 200, body: saved }
    },

    cleanCache(_received, { authorization }) {
      authorization.forgetAll()
      return { status: 204, body: undefined }
    },

    sources(_received, call) {
      return { status: 200, body: { sources: [...getSources(call)] } }
    },

    async createSource({ body }, { authorization }) {
      const source = checkSource(body, undefined)
      await authorization.change((sources) => [source, ...sources])
      return { status: 204, body: undefined }
    },

    async orderSources({ body }, call) {
      const types = body.map(({ type }) => type)
      const known = getSources(call).map(({ type }) => type)
      const absent = types.filter((type) => !known.includes(type))
      if (absent.length > 0) {
        throw refusal(400, 'BAD_REQUEST', `Authorization sources: ${absent.join(', ')} are not found`)
      }
      const missing = known.filter((type) => !types.includes(type))
      if (missing.length > 0) {
        const message = `No positions are specified for authorization sources: ${missing.join(', ')}`
        throw refusal(400, 'BAD_REQUEST', message)
      }
      await call.authorization.change((sources) =>
        sources.toSorted((a, b) => types.indexOf(a.type) - types.indexOf(b.type)),
      )
      return { status: 204, body: undefined }
    },

    source({ params: { type } }, call) {
      return { status: 200, body: sourceOrRefuse(call, type) }
    },

    async saveSource({ params: { type }, body }, call) {
      configOrRefuse(sourceSchema, body)
      if (body.type !== type) throw refusal(400, 'BAD_REQUEST', 'Type mismatch')
      sourceOrRefuse(call, type)
      await call.authorization.change((sources) =>
        sources.map((source) => (source.type === type ? checkSource(body, source) : source)),
      )
      return { status: 204, body: undefined }
    },

    async removeSource({ params: { type } }, call) {
      sourceOrRefuse(call, type)
      await call.authorization.change((sources) => sources.filter((source) => source.type !== type))
      return { status: 204, body: undefined }
    },

    async status({ params: { type } }, call) {
      sourceOrRefuse(call, type)
      return { status: 200, body: await sourceStatus(call, type) }
    },

    async moveSource({ params: { type }, body: { position } }, call) {
      sourceOrRefuse(call, type)
      await call.authorization.change((sources) => moveSource(sources, type, position))
      return { status: 204, body: undefined }
    },
  },
})

/** Returns the list with one source moved to another place; throws the broker's refusal. */
function moveSource(
  sources: readonly AccessSource[],
  type: SourceType,
  position: string,
): readonly AccessSource[] {
  const moved = sources.filter((source) => source.type === type)
  const others = sources.filter((source) => source.type !== type)
  if (position === 'front') return [...moved, ...others]
  if (position === 'rear') return [...others, ...moved]
  const [, side, other = ''] = /^(before|after):(.*)$/s.exec(position) ?? []
  if (side === undefined) {
    throw refusal(400, 'BAD_REQUEST', '<<"Invalid parameter. Unknow position">>')
  }
  if (!sourceTypes.some((one) => one === other)) throw unknownType(other)
  const at = others.findIndex((source) => source.type === other)
  if (at < 0) throw refusal(400, 'BAD_REQUEST', `{pre_config_update,emqx_authz,{not_found_source,${other}}}`)
  return others.toSpliced(side === 'before' ? at : at + 1, 0, ...moved)
}

function unknownType(type: string): ApiRefusal {
  return refusal(400, 'BAD_REQUEST', `{unknown_authz_source_type,${formatErlang(type)}}`)
}
