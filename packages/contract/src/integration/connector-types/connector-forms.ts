import { oneOf } from '../../description/choices.ts'
import { boolean, text } from '../../description/scalars.ts'
import {
  type Field,
  type Fields,
  field,
  listOf,
  required,
  type Schema,
  type Struct,
  struct,
  type Union,
  withDefault,
} from '../../description/schema.ts'
import { selectUnionBy } from './connector-parts.ts'

/** What one kind of resource of a type is answered as, made with, and changed with. */
export interface Forms<S extends Schema = Schema> {
  readonly get: S
  readonly post: S
  readonly put: S
}

/** A kind of system that the broker connects to. */
export interface ConnectorType {
  readonly name: string
  readonly connector: Forms
  readonly action?: Forms
  readonly source?: Forms
}

const status = field(oneOf('connected', 'disconnected', 'connecting', 'inconsistent'))
const statusReason = field(text, { described: { example: 'Connection refused' } })

function statusFields(module: string): Fields {
  const nodeStatus = struct(`${module}:node_status`, {
    node: field(text, { described: { example: 'emqx@127.0.0.1' } }),
    status,
    status_reason: statusReason,
  })
  return { status, status_reason: statusReason, node_status: field(listOf(nodeStatus)) }
}

const bridgeStatus = statusFields('bridge')

const connectorAnswers: Fields = {
  ...statusFields('connector'),
  actions: field(listOf(text), { described: { example: ['my_action'] } }),
}

const identity = (type: string): Fields => ({ type: required(oneOf(type)), name: required(text) })

const common: Fields = {
  enable: withDefault(boolean, true),
  tags: field(listOf(text)),
  description: withDefault(text, ''),
}

interface ConnectorMore {
  /** What stands behind `get`, `post` and `put` in the broker's names of the forms. */
  readonly suffix?: string
  /** Older kinds are described as answered without the actions that use them; two of them even without type and name. */
  readonly answers?: 'status' | 'status-only'
}

export function connectorForms(
  type: string,
  module: string,
  options: Struct,
  own: Fields,
  { suffix = '_connector', answers }: ConnectorMore = {},
): Forms<Struct> {
  const settings = { ...common, ...own, resource_opts: withDefault(options, {}) }
  const named = answers === 'status-only' ? {} : identity(type)
  const answered = answers === undefined ? connectorAnswers : bridgeStatus
  return {
    get: struct(`${module}:get${suffix}`, { ...named, ...settings, ...answered }),
    post: struct(`${module}:post${suffix}`, { ...identity(type), ...settings }),
    put: struct(`${module}:put${suffix}`, settings),
  }
}

/** A type of which there are several, with different settings: the field `by` says which; unless given, the last. */
export function oneOfForms(by: string, several: Readonly<Record<string, Forms<Struct>>>): Forms {
  const either = (of: keyof Forms): Union => {
    const members = Object.entries(several).map(([kind, one]): [string, Struct] => [kind, one[of]])
    return { ...selectUnionBy(by, Object.fromEntries(members)), name: 'union' }
  }
  return { get: either('get'), post: either('post'), put: either('put') }
}

/** Understood in what is written, though the broker says itself when that was. */
const times = ['created_at', 'last_modified_at']

const bridgeSettings = (parameters: Schema, options: Struct, isConnectorFirst = false): Fields => ({
  ...(isConnectorFirst ? { connector: required(text) } : {}),
  parameters: required(parameters),
  connector: required(text),
  ...common,
  resource_opts: withDefault(options, {}),
})

const localTopic: Field = field(text)

interface ActionMore {
  /** Some say that the connector is missing before they say so of the parameters. */
  readonly isConnectorFirst?: true
  readonly isLocalTopicHidden?: true
  /** Described as answered without status, type and name. */
  readonly answersAsWritten?: true
}

/** An action: `parameters` say what it does with each message, `options` how messages wait. */
export function actionForms(
  type: string,
  module: string,
  parameters: Schema,
  options: Struct,
  { isConnectorFirst, isLocalTopicHidden, answersAsWritten }: ActionMore = {},
): Forms {
  const hidden = isLocalTopicHidden === true ? [...times, 'local_topic'] : times
  const settings = {
    ...bridgeSettings(parameters, options, isConnectorFirst),
    ...(isLocalTopicHidden === true ? {} : { local_topic: localTopic }),
  }
  const answered = answersAsWritten === true ? {} : { ...identity(type), ...bridgeStatus }
  return {
    get: struct(`${module}:get_bridge_v2`, { ...answered, ...settings }),
    post: struct(`${module}:post_bridge_v2`, { ...identity(type), ...settings }, { hidden }),
    put: struct(`${module}:put_bridge_v2`, settings, { hidden }),
  }
}

/** A source: `parameters` say what is read of the other system. */
export function sourceForms(type: string, module: string, parameters: Schema, options: Struct): Forms {
  const settings = bridgeSettings(parameters, options)
  return {
    get: struct(`${module}:get_source`, { ...identity(type), ...settings, ...bridgeStatus }),
    post: struct(`${module}:post_source`, { ...identity(type), ...settings }, { hidden: times }),
    put: struct(`${module}:put_source`, settings, { hidden: times }),
  }
}
