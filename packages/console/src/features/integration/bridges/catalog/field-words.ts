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

/** What holds for every type, one of a newer broker too. A help stands beside its label: `key`, `key:help`. */
const shared: WordsByPath = commonFields
const all: WordsByPath = { ...commonFields, ...brokerFields, ...databaseFields, ...serviceFields }
const options: WordsByPath = bridgeOptions

/**
 * What a setting is called and what it does, by its path as the API spells it; `parameters.data.value` and
 * `parameters.data[].value` are the same. Undefined for a setting that only a newer broker has.
 */
export function fieldWords(kind: BridgeKind, type: string, path: string): FieldWords | undefined {
  const keys = listKeys(kind, type, path)
  const named = keys.findIndex((one) => Object.hasOwn(all, one))
  const label = all[keys[named] ?? '']
  if (label === undefined) return undefined
  const helps = bridgeType(type).isKnown ? all : shared
  // What a wider name says of itself may be wrong where a narrower one has a word of its own.
  const explained = keys.slice(0, named + 1).find((one) => Object.hasOwn(helps, `${one}:help`))
  const help = helps[`${explained}:help`]
  return { label, ...(help === undefined ? {} : { help }) }
}

/**
 * What a value of a choice is called: a symbol of the schema, a switch of a union, or the component of one of its
 * objects (`bridge_kafka.auth_gssapi_kerberos`). Undefined where the value itself is what people say.
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

/** Objects that hold what belongs to the type itself: their name says nothing about a setting in them. */
const wrapper = /^(parameters|transport_options)\./

/** Where the words of a path may be, what is said of the fewest first. */
function listKeys(kind: BridgeKind, type: string, path: string): readonly string[] {
  const whole = path.replaceAll('[]', '')
  const paths = wrapper.test(whole) ? [whole, whole.replace(wrapper, '')] : [whole]
  return paths.flatMap((one) => [`${kind}/${type}/${one}`, `${type}/${one}`, `${kind}/${one}`, one])
}
