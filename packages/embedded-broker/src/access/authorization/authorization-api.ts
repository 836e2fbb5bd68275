import {
  type AccessSource,
  accessSourceSchema,
  type authorization as contract,
  type SourceType,
} from '@brokerdeck/contract/access/authorization.ts'
import type { Handlers } from '@brokerdeck/contract/endpoint.ts'
import * as v from 'valibot'
import type { World } from '../../broker/world.ts'
import { authorizationSettingsSchema, sourceSchema } from '../../config/authorization-schema.ts'
import { configOrRefuse } from '../../config/config-or-refuse.ts'
import { authorizationRoot } from '../../config/roots/authorization-root.ts'
import { keepSecrets } from '../../config/secrets.ts'
import type { ApiCall } from '../../http/api-call.ts'
import { refusal } from '../../http/api-refusal.ts'
import { movedSource } from './moved-source.ts'
import { sourceStatus } from './source-status.ts'

const sourcesOf = (world: World): readonly AccessSource[] => world.config.shown(authorizationRoot).sources

function sourceOrRefuse(world: World, type: SourceType): AccessSource {
  const found = sourcesOf(world).find((source) => source.type === type)
  if (found === undefined) throw refusal(404, 'NOT_FOUND', `Not found: ${type}`)
  return found
}

/** The checked source, with what was masked as it was before. */
function checkedSource(given: unknown, before: AccessSource | undefined): AccessSource {
  return v.parse(accessSourceSchema, configOrRefuse(sourceSchema, keepSecrets(sourceSchema, given, before)))
}

export const authorization: Handlers<typeof contract, ApiCall> = {
  settings(_received, { world }) {
    const { sources: _, ...settings } = world.config.get(authorizationRoot)
    return { status: 200, body: settings }
  },

  async saveSettings({ body }, { world }) {
    configOrRefuse(authorizationSettingsSchema, body, [])
    const { sources } = world.config.get(authorizationRoot)
    const { sources: _, ...saved } = await world.config.write(authorizationRoot, { ...body, sources })
    return { status: 200, body: saved }
  },

  cleanCache(_received, { world }) {
    world.authorization.forgetAll()
    return { status: 204, body: undefined }
  },

  sources(_received, { world }) {
    return { status: 200, body: { sources: [...sourcesOf(world)] } }
  },

  async createSource({ body }, { world }) {
    const source = checkedSource(body, undefined)
    await world.authorization.change((sources) => [source, ...sources])
    return { status: 204, body: undefined }
  },

  async orderSources({ body }, { world }) {
    const types = body.map(({ type }) => type)
    const known = sourcesOf(world).map(({ type }) => type)
    const absent = types.filter((type) => !known.includes(type))
    if (absent.length > 0) {
      throw refusal(400, 'BAD_REQUEST', `Authorization sources: ${absent.join(', ')} are not found`)
    }
    const missing = known.filter((type) => !types.includes(type))
    if (missing.length > 0) {
      const message = `No positions are specified for authorization sources: ${missing.join(', ')}`
      throw refusal(400, 'BAD_REQUEST', message)
    }
    await world.authorization.change((sources) =>
      sources.toSorted((a, b) => types.indexOf(a.type) - types.indexOf(b.type)),
    )
    return { status: 204, body: undefined }
  },

  source({ params: { type } }, { world }) {
    return { status: 200, body: sourceOrRefuse(world, type) }
  },

  async saveSource({ params: { type }, body }, { world }) {
    configOrRefuse(sourceSchema, body)
    if (body.type !== type) throw refusal(400, 'BAD_REQUEST', 'Type mismatch')
    sourceOrRefuse(world, type)
    await world.authorization.change((sources) =>
      sources.map((source) => (source.type === type ? checkedSource(body, source) : source)),
    )
    return { status: 204, body: undefined }
  },

  async removeSource({ params: { type } }, { world }) {
    sourceOrRefuse(world, type)
    await world.authorization.change((sources) => sources.filter((source) => source.type !== type))
    return { status: 204, body: undefined }
  },

  status({ params: { type } }, { world }) {
    sourceOrRefuse(world, type)
    return { status: 200, body: sourceStatus(world, type) }
  },

  async moveSource({ params: { type }, body: { position } }, { world }) {
    sourceOrRefuse(world, type)
    await world.authorization.change((sources) => movedSource(sources, type, position))
    return { status: 204, body: undefined }
  },
}
