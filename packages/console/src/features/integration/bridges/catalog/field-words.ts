import { brokerFields } from '#features/integration/bridges/messages/bridge-broker.ts'
import { commonFields } from '#features/integration/bridges/messages/bridge-common.ts'
import { databaseFields } from '#features/integration/bridges/messages/bridge-database.ts'
import { bridgeOptions } from '#features/integration/bridges/messages/bridge-options.ts'
import { serviceFields } from '#features/integration/bridges/messages/bridge-service.ts'
import type { TypedForm } from '#kit/form/from-server-schema.ts'
import { bridgeType } from './bridge-catalog.ts'

export type BridgeKind = TypedForm['of']

export interface FieldWords {
  readonly label: string
  readonly help?: string
}

type WordsByPath = Readonly<Record<string, string>>

/**
 * The words that hold for every type, including types of a newer broker. A help text stands beside its label: `key`,
 * `key:help`.
 */
const shared: WordsByPath = commonFields
const all: WordsByPath = { ...commonFields, ...brokerFields, ...databaseFields, ...serviceFields }
const options: WordsByPath = bridgeOptions

/**
 * Returns the label and the help of a setting by its path as the API spells it; `parameters.data.value` and
 * `parameters.data[].value` are the same. Returns undefined for a setting that only a newer broker has.
 */
export function fieldWords(kind: BridgeKind, type: string, path: string): FieldWords | undefined {
  const keys = listKeys(kind, type, path)
  const named = keys.findIndex((one) => Object.hasOwn(all, one))
  const label = all[keys[named] ?? '']
  if (label === undefined) return undefined
  const helps = bridgeType(type).isKnown ? all : shared
  // The help of a wider name may be wrong for a narrower name that has a label of its own.
  const explained = keys.slice(0, named + 1).find((one) => Object.hasOwn(helps, `${one}:help`))
  const help = helps[`${explained}:help`]
  return { label, ...(help === undefined ? {} : { help }) }
}

/**
 * Returns the label of an option: a symbol of the schema, a switch of a union, or the component of one of its objects
 * (`bridge_kafka.auth_gssapi_kerberos`). Returns undefined if the value itself serves as the label.
 */
export function optionWords(
  kind: BridgeKind,
  type: string,
  path: string,
  value: string | number | boolean,
): string | undefined {
  const symbol = String(value).replace(/^.*\./, '')
  const key = listKeys(kind, type, path)
    .map((one) => `${one}=${symbol}`)
    .find((one) => Object.hasOwn(options, one))
  return key === undefined ? undefined : options[key]
}

/** Objects that hold the type's own settings: their names say nothing about the settings in them. */
const wrapper = /^(parameters|transport_options)\./

/** Returns the keys under which the words of a path may stand, the most specific key first. */
function listKeys(kind: BridgeKind, type: string, path: string): readonly string[] {
  const whole = path.replaceAll('[]', '')
  const paths = wrapper.test(whole) ? [whole, whole.replace(wrapper, '')] : [whole]
  return paths.flatMap((one) => [`${kind}/${type}/${one}`, `${type}/${one}`, `${kind}/${one}`, one])
}
