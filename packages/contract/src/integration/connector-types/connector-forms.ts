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

/** The schemas of a kind of resource: for responses, for creation, and for changes. */
export interface Forms<S extends Schema = Schema> {
  readonly get: S
  readonly post: S
  readonly put: S
}

/** A type of system to which the broker connects. */
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
  /** The suffix after `get`, `post` and `put` in the broker's names of the schemas. */
  readonly suffix?: string
  /** Older types are described without the actions that use them, two of these types even without type and name. */
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

/**
 * Combines several kinds of a type with different settings: the field `by` selects the kind; the last kind is the
 * default.
 */
export function oneOfForms(by: string, several: Readonly<Record<string, Forms<Struct>>>): Forms {
  const either = (of: keyof Forms): Union => {
    const members = Object.entries(several).map(([kind, one]): [string, Struct] => [kind, one[of]])
    return { ...selectUnionBy(by, Object.fromEntries(members)), name: 'union' }
  }
  return { get: either('get'), post: either('post'), put: either('put') }
}

/** The fields are accepted in requests, although the broker sets the times itself. */
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
  /** Some types report a missing connector before they report missing parameters. */
  readonly isConnectorFirst?: true
  readonly isLocalTopicHidden?: true
  /** The response is described without status, type and name. */
  readonly answersAsWritten?: true
}

/** Creates the schemas of an action: `parameters` describe its effect on each message, `options` its buffering. */
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

/** Creates the schemas of a source: `parameters` describe the data that is read from the other system. */
export function sourceForms(type: string, module: string, parameters: Schema, options: Struct): Forms {
  const settings = bridgeSettings(parameters, options)
  return {
    get: struct(`${module}:get_source`, { ...identity(type), ...settings, ...bridgeStatus }),
    post: struct(`${module}:post_source`, { ...identity(type), ...settings }, { hidden: times }),
    put: struct(`${module}:put_source`, settings, { hidden: times }),
  }
}
