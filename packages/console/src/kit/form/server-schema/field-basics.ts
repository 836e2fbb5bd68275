import { serverSchema as m } from '../../messages/server-schema.ts'
import { labelOf } from './label-of.ts'
import { readNode, type SchemaNode } from './schema-node.ts'

/** Settings that one seldom has a reason to touch, with everything below objects of these names. */
const seldom: ReadonlySet<string> = new Set([
  'auto_reconnect',
  'ciphers',
  'client_renegotiation',
  'connect_timeout',
  'depth',
  'dhfile',
  'disable_prepared_statements',
  'enable_pipelining',
  'handshake_timeout',
  'hibernate_after',
  'honor_cipher_order',
  'inet6',
  'ipv6_probe',
  'ipv6_v6only',
  'kafka',
  'log_level',
  'max_retries',
  'metadata_request_timeout',
  'min_metadata_refresh_interval',
  'partial_chain',
  'pipelining',
  'pool_size',
  'pool_type',
  'request_timeout',
  'resource_opts',
  'retry_interval',
  'reuse_sessions',
  'secure_renegotiate',
  'socket_opts',
  'topology',
  'transport_options',
  'undefined_vars_as_null',
  'verify_peer_ext_key_usage',
  'versions',
])

/** What fields of all kinds have in common. */
export interface FieldBasics {
  readonly path: string
  readonly label: string
  readonly help?: string
  readonly isRequired?: boolean
  readonly isOmittedEmpty?: boolean
  readonly isAdvanced?: boolean
  readonly readOnly?: string
  readonly default?: unknown
  readonly isTemplate?: boolean
}

export interface FieldPlace {
  readonly name: string
  readonly path: string
  readonly isRequired: boolean
}

export function fieldBasics(node: SchemaNode, { name, path, isRequired }: FieldPlace): FieldBasics {
  return {
    path,
    label: labelOf(name),
    ...(isRequired ? { isRequired } : { isOmittedEmpty: true }),
    ...(node.default === undefined ? {} : { default: node.default }),
    ...(node.readOnly ? { readOnly: m.readOnly } : {}),
    ...(isTemplate(node) ? { help: m.template, isTemplate: true } : {}),
    ...(!isRequired && isAdvancedName(path) ? { isAdvanced: true } : {}),
  }
}

/** Some alternatives of a value are, or each item of a list. */
function isTemplate({ is_template, oneOf = [], items }: SchemaNode): boolean {
  return is_template || [...oneOf, items].some((part) => readNode(part).is_template)
}

function isAdvancedName(path: string): boolean {
  return path.split('.').some((name) => seldom.has(name))
}
