import { isDeepStrictEqual } from 'node:util'
import { anyMap } from '@brokerdeck/contract/description/scalars.ts'
import { mapOf, optional, struct } from '@brokerdeck/contract/description/schema.ts'
import type { ConfigWriteOptions, KeptElsewhere } from '../config/config.ts'
import { mergeConfig } from '../config/merge-config.ts'
import { isPlainObject, type PlainObject } from '../config/plain-object.ts'
import type { Edition } from '../runtime/edition.ts'
import { refuseUnconnected } from './connectors/resource-requests.ts'
import { getTypes, nameOrRefuse, readChanged, toShownSettings } from './connectors/resource-settings.ts'
import { getConnectorName, type ResourceKind, type ResourceRecord } from './connectors/resource-store.ts'
import type { Integrations } from './integrations.ts'

interface IntegrationsAsConfigDeps {
  readonly integrations: Integrations
  readonly edition: Edition
  readonly now: () => number
}

const objectIn = (value: unknown): PlainObject => (isPlainObject(value) ? value : {})

/** Lists the entries of the configuration with their type and name. */
const eachIn = (document: unknown) =>
  Object.entries(objectIn(document)).flatMap(([type, named]) =>
    Object.entries(objectIn(named)).map(([name, given]) => ({ type, name, given: objectIn(given) })),
  )

const timeOr = (value: unknown, otherwise: number) => (typeof value === 'number' ? value : otherwise)

/**
 * Represents connectors, actions or sources as the root of this name of the configuration. Each entry is checked
 * completely before anything is written; entries that a text omits stay, and unchanged entries go on running, with
 * all their waiting rows.
 */
export function integrationsAsConfig(
  kind: ResourceKind,
  { integrations, edition, now }: IntegrationsAsConfigDeps,
): KeptElsewhere {
  const types = getTypes(edition, kind)
  const store = integrations[kind]

  function recordsIn(document: unknown, { isMerge = false }: ConfigWriteOptions): readonly ResourceRecord[] {
    return eachIn(document).map(({ type, name, given: { created_at, last_modified_at, ...given } }) => {
      const before = store.find(`${type}:${nameOrRefuse(name)}`)
      const at = { type, name, settings: before?.settings ?? { enable: true } }
      const whole = isMerge && before !== undefined ? mergeConfig(before.settings, given) : given
      const times = { createdAt: before?.createdAt ?? now(), lastModifiedAt: now() }
      return {
        type,
        name,
        settings: readChanged(edition, kind, { ...at, ...times }, whole),
        createdAt: timeOr(created_at, times.createdAt),
        lastModifiedAt: timeOr(last_modified_at, times.lastModifiedAt),
      }
    })
  }

  function refuseLoose(records: readonly ResourceRecord[], beside: PlainObject): void {
    if (kind === 'connectors') return
    const coming = eachIn(beside['connectors'])
    for (const record of records) {
      const isComing = coming.some(
        ({ type, name }) => type === record.type && name === getConnectorName(record),
      )
      if (!isComing) refuseUnconnected(kind, integrations, record)
    }
  }

  const document = (settingsOf: (record: ResourceRecord) => PlainObject) => {
    const byType = new Map(types.map((type) => [type, new Map<string, PlainObject>()]))
    for (const record of store.all()) {
      const times = { created_at: record.createdAt, last_modified_at: record.lastModifiedAt }
      // Types that only the other edition knows stay on disk and are omitted here, because this edition could not
      // read them back.
      byType.get(record.type)?.set(record.name, { ...settingsOf(record), ...times })
    }
    const present = [...byType].filter(([, named]) => named.size > 0)
    return Object.fromEntries(present.map(([type, named]) => [type, Object.fromEntries(named)]))
  }

  return {
    schema: struct(
      `broker:${kind}`,
      Object.fromEntries(types.map((type) => [type, optional(mapOf('name', anyMap))])),
    ),
    read: () => document(({ settings }) => settings),
    toShown: () => document((record) => toShownSettings(kind, record)),
    check: (given, options) => refuseLoose(recordsIn(given, options), options.beside ?? {}),
    async write(given, options) {
      const changed = recordsIn(given, options).filter(({ type, name, settings }) => {
        const before = store.find(`${type}:${name}`)
        return !isDeepStrictEqual(before?.settings, settings)
      })
      for (const record of changed) await integrations.put(kind, record)
    },
  }
}
