import { anyMap } from '@brokerdeck/contract/description/scalars.ts'
import { type Schema, selectUnion } from '@brokerdeck/contract/description/schema.ts'
import type { Forms } from '@brokerdeck/contract/integration/connector-types/connector-forms.ts'
import { connectorsOfEdition } from '@brokerdeck/contract/integration/connector-types/connectors-of-edition.ts'
import { configOrRefuse, toRefusal } from '../../config/config-or-refuse.ts'
import { valueFault } from '../../config/fault.ts'
import { isPlainObject, type PlainObject } from '../../config/plain-object.ts'
import { keepSecrets, maskSecrets } from '../../config/secrets.ts'
import { refusal } from '../../http/api-refusal.ts'
import type { Edition } from '../../runtime/edition.ts'
import type { ResourceKind, ResourceRecord } from './resource-store.ts'

interface NewResource {
  readonly type: string
  readonly name: string
  readonly settings: ResourceRecord['settings']
}

const parts = { connectors: 'connector', actions: 'action', sources: 'source' } as const

function getForms(edition: Edition, kind: ResourceKind): ReadonlyMap<string, Forms> {
  return new Map(
    connectorsOfEdition[edition].flatMap((type): [string, Forms][] => {
      const forms = type[parts[kind]]
      return forms === undefined ? [] : [[type.name, forms]]
    }),
  )
}

/** The forms of each edition and kind, by type. */
const forms: Readonly<Record<Edition, Readonly<Record<ResourceKind, ReadonlyMap<string, Forms>>>>> = {
  community: everyKind('community'),
  enterprise: everyKind('enterprise'),
}

function everyKind(edition: Edition): Readonly<Record<ResourceKind, ReadonlyMap<string, Forms>>> {
  const of = (kind: ResourceKind) => getForms(edition, kind)
  return { connectors: of('connectors'), actions: of('actions'), sources: of('sources') }
}

/** Returns the types that an edition knows. */
export const getTypes = (edition: Edition, kind: ResourceKind): readonly string[] => [
  ...forms[edition][kind].keys(),
]

/** Returns the schema of a request that creates a resource; its `type` selects the form. */
function postSchema(edition: Edition, kind: ResourceKind): Schema {
  const byType = forms[edition][kind]
  return selectUnion(
    [...byType.values()].map(({ post }) => post),
    (value) => {
      // The error is reported once here; otherwise each of the forms would report it, with the value.
      if (!isPlainObject(value)) return { reason: 'bad_value_for_struct' }
      const { type } = value
      if (type === undefined || type === null) return undefined
      const reason = kind === 'connectors' ? 'unknown connector type' : 'unknown bridge type'
      const found = typeof type === 'string' ? byType.get(type)?.post : undefined
      return found ?? { reason, details: { value: type, field_name: 'type' } }
    },
  )
}

/**
 * Returns the schema of changes. A data directory of Enterprise opens in Community too, where settings of
 * Enterprise-only types stay unchanged.
 */
const putSchema = (kind: ResourceKind, type: string): Schema =>
  forms.enterprise[kind].get(type)?.put ?? anyMap

/**
 * Reads a request that creates a resource; throws the broker's refusal. A masked secret stands for the secret of the
 * resource `before`.
 */
export function readNew(
  edition: Edition,
  kind: ResourceKind,
  body: unknown,
  before: (id: string) => ResourceRecord | undefined,
): NewResource {
  const checked = configOrRefuse(postSchema(edition, kind), body)
  const { type, name, ...rest } = isPlainObject(checked) ? checked : {}
  const checkedName = nameOrRefuse(String(name))
  const settings = keepStored(kind, String(type), rest, before(`${type}:${checkedName}`)?.settings)
  refuseUnnamed(kind, String(type), checkedName, settings)
  return { type: String(type), name: checkedName, settings }
}

/** Reads all settings of a change to an existing resource; throws the broker's refusal. */
export function readChanged(
  edition: Edition,
  kind: ResourceKind,
  { type, name, settings }: ResourceRecord,
  body: unknown,
) {
  const schema = forms[edition][kind].get(type)?.put ?? putSchema(kind, type)
  const changed = keepStored(kind, type, configOrRefuse(schema, body), settings)
  refuseUnnamed(kind, type, name, changed)
  return changed
}

/** Returns the settings for responses, with secrets masked. */
export function toShownSettings(kind: ResourceKind, { type, settings }: ResourceRecord): PlainObject {
  const shown = maskSecrets(putSchema(kind, type), settings)
  return isPlainObject(shown) ? shown : {}
}

/** Returns the settings as they are stored, without the times, which the store keeps itself. */
function keepStored(kind: ResourceKind, type: string, checked: unknown, before: unknown) {
  const settings = keepSecrets(putSchema(kind, type), checked, before)
  const { enable = true, created_at, last_modified_at, ...rest } = isPlainObject(settings) ? settings : {}
  if (kind === 'connectors' && type === 'http') refuseUrl(rest['url'])
  const batches = kind === 'actions' && type === 's3' ? unbatchUpload(rest) : {}
  return { ...rest, ...batches, enable: enable === true }
}

/** Disables batches for direct uploads, in which each message is a file of its own. */
function unbatchUpload({ parameters, resource_opts }: PlainObject): PlainObject {
  if (!isPlainObject(parameters) || parameters['mode'] !== 'direct' || !isPlainObject(resource_opts))
    return {}
  return { resource_opts: { ...resource_opts, batch_size: 1, batch_time: 0 } }
}

/**
 * Refuses an S3 upload without `resource_opts`, direct or aggregated: EMQX fails on it, whatever else the request
 * contains.
 */
export function refuseBareUpload(kind: ResourceKind, type: string, body: unknown): void {
  if (kind === 'actions' && type === 's3' && isPlainObject(body) && !isPlainObject(body['resource_opts']))
    throw refusal(500, 'INTERNAL_ERROR', 'error, {invalid_ejson,{emqx_bridge_s3_upload,convert_action,[…]}}')
}

/**
 * Refuses an Oracle database without either of its two names; like EMQX, checks only that a name is present, not its
 * value.
 */
function refuseUnnamed(kind: ResourceKind, type: string, name: string, settings: PlainObject): void {
  if (kind !== 'connectors' || type !== 'oracle') return
  if (Object.hasOwn(settings, 'sid') || Object.hasOwn(settings, 'service_name')) return
  const shown = maskSecrets(putSchema(kind, type), settings)
  throw toRefusal([valueFault([kind, type, name], 'neither SID nor Service Name was set', shown)])
}

const refuse = (reason: string) =>
  refusal(400, 'BAD_REQUEST', JSON.stringify({ reason, kind: 'validation_error' }))

function refuseUrl(url: unknown): void {
  if (!/^[^:/]+:\/\//.test(String(url))) throw refuse(`Missing scheme in URL: ${url}`)
}

const longestName = 255

export function nameOrRefuse(name: string): string {
  if (name.length >= longestName) throw refuse(`Name length must be less than ${longestName}`)
  if (!/^[0-9A-Za-z][-0-9A-Za-z_]*$/.test(name))
    throw refuse(
      `Invalid name format. The name must begin with a letter or number (0-9, a-z, A-Z) and can only include underscores and hyphens as non-initial characters. Got: ${name}`,
    )
  return name
}
