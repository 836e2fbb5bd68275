import { anyMap } from '@brokerdeck/contract/description/scalars.ts'
import type { Schema } from '@brokerdeck/contract/description/schema.ts'
import type { Edition } from '../../broker/edition.ts'
import { configOrRefuse, refusalOf } from '../../config/config-or-refuse.ts'
import { fault } from '../../config/fault.ts'
import { isPlainObject, type PlainObject } from '../../config/plain-object.ts'
import { keepSecrets, maskSecrets } from '../../config/secrets.ts'
import { refusal } from '../../http/api-refusal.ts'
import type { ResourceKind, ResourceRecord } from './resource-store.ts'
import { typesOffered } from './types-offered.ts'

interface NewResource {
  readonly type: string
  readonly name: string
  readonly settings: ResourceRecord['settings']
}

const schemaOf = (_kind: ResourceKind, _type: string): Schema => anyMap

/** What a request makes; throws the broker's refusal. A mask stands for the secret of the one `before`. */
export function readNew(
  edition: Edition,
  kind: ResourceKind,
  body: unknown,
  before: (id: string) => ResourceRecord | undefined,
): NewResource {
  const given = isPlainObject(body) ? body : {}
  const { type, name, ...rest } = given
  if (typeof type !== 'string') throw refusalOf([fault(['root', 'type'], 'required_field')])
  if (!typesOffered(edition, kind).includes(type)) {
    const reason = kind === 'connectors' ? 'unknown connector type' : 'unknown bridge type'
    throw refusalOf([fault(['root'], reason, { value: type, field_name: 'type' })])
  }
  const checkedName = nameOrRefuse(name)
  const settings = readSettings(kind, type, rest, before(`${type}:${checkedName}`)?.settings)
  return { type, name: checkedName, settings }
}

/** All settings of one that is there; throws the broker's refusal. */
export function readChanged(
  _edition: Edition,
  kind: ResourceKind,
  { type, settings }: ResourceRecord,
  body: unknown,
) {
  return readSettings(kind, type, isPlainObject(body) ? body : {}, settings)
}

/** As answers give it: with secrets masked. */
export function shownSettings(kind: ResourceKind, { type, settings }: ResourceRecord): PlainObject {
  const shown = maskSecrets(schemaOf(kind, type), settings)
  return isPlainObject(shown) ? shown : {}
}

function readSettings(kind: ResourceKind, type: string, given: PlainObject, before: unknown) {
  const schema = schemaOf(kind, type)
  const settings = keepSecrets(schema, configOrRefuse(schema, given), before)
  const { enable = true, ...rest } = isPlainObject(settings) ? settings : {}
  return { ...rest, enable: enable === true }
}

const longestName = 255

function nameOrRefuse(name: unknown): string {
  if (typeof name !== 'string') throw refusalOf([fault(['root', 'name'], 'required_field')])
  const refuse = (reason: string) =>
    refusal(400, 'BAD_REQUEST', JSON.stringify({ reason, kind: 'validation_error' }))
  if (name.length >= longestName) throw refuse(`Name length must be less than ${longestName}`)
  if (!/^[0-9A-Za-z][-0-9A-Za-z_]*$/.test(name))
    throw refuse(
      `Invalid name format. The name must begin with a letter or number (0-9, a-z, A-Z) and can only include underscores and hyphens as non-initial characters. Got: ${name}`,
    )
  return name
}
