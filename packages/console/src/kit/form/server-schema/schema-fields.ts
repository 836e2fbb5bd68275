import type {
  Field,
  JsonField,
  ListField,
  MultiSelectField,
  ObjectField,
  RowsField,
} from '#kit/form/field.ts'
import { isPlainObject, pathWithin, valueAt } from '#kit/form/form-value.ts'
import { serverSchema as m } from '#kit/messages/server-schema.ts'
import type { FieldBasics, FieldPlace } from './field-basics.ts'
import { formatSettingLabel } from './format-setting-label.ts'
import { scalarField, toSymbolOptions } from './scalar-field.ts'
import {
  parseSchemaReference,
  readNode,
  resolveNode,
  type SchemaDocument,
  type SchemaNode,
} from './schema-node.ts'
import { mapField, type ObjectAlternative, unionField } from './union-field.ts'

/** The context that is passed down while fields are built. */
export interface SchemaContext {
  readonly document: SchemaDocument
  /** The broker's document: deprecated settings are shown only if they are set in it. */
  readonly stored: unknown
  /**
   * The default of the object that holds the fields, as a whole: it overrides the defaults of the fields themselves.
   */
  readonly defaults?: unknown
  /** The components that enclose the field: a component that contains itself is edited as JSON. */
  readonly open: readonly string[]
}

/** Returns the fields for an object's properties below a path, the required ones first. */
export function listSchemaFields(
  { properties = {}, required }: SchemaNode,
  path: string,
  context: SchemaContext,
): readonly Field[] {
  const isRequired = (name: string) => required.includes(name)
  return Object.entries(properties)
    .map(([name, node]) => {
      const place: FieldPlace = { name, path: pathWithin(path, name), isRequired: isRequired(name) }
      const given = valueAt(context.defaults, name)
      return { place, node: { ...readNode(node), ...(given === undefined ? {} : { default: given }) } }
    })
    .filter(({ place, node }) => !node.deprecated || valueAt(context.stored, place.path) !== undefined)
    .sort((one, other) => rank(one.place, properties) - rank(other.place, properties))
    .map(({ place, node }) => buildField(node, place, context))
}

/** The leading fields in order: identity first, then the address, then the credentials. */
const first = [
  'enable',
  'name',
  'type',
  'connector',
  'description',
  'server',
  'servers',
  'bootstrap_hosts',
  'url',
  'host',
  'port',
  'database',
  'username',
  'password',
  'verify',
  'cacertfile',
  'certfile',
  'keyfile',
]

/** The password of an object with a private key is the key's passphrase, so it is placed beside the key. */
function rank({ name, isRequired }: FieldPlace, { keyfile }: Readonly<Record<string, unknown>>): number {
  const at = first.indexOf(name === 'password' && keyfile !== undefined ? 'keyfile' : name)
  if (at !== -1) return at
  return isRequired ? first.length : first.length + 1
}

function buildField(node: SchemaNode, place: FieldPlace, context: SchemaContext): Field {
  const reference = parseSchemaReference(node)
  const basics = fieldBasics(node, place)
  if (reference !== undefined && context.open.includes(reference)) return jsonField(basics)
  const schema = resolveNode(context.document, node)
  const { defaults: _, ...rest } = context
  const below = reference === undefined ? rest : { ...rest, open: [...context.open, reference] }
  if (schema.oneOf !== undefined) return choiceField(schema.oneOf.map(readNode), place, basics, below)
  if (schema.type === 'array') return arrayField(readNode(schema.items), place, basics, below)
  if (schema.properties !== undefined) return objectField(schema, basics, below)
  if (schema.type === 'object' && reference === undefined) return mapField(place.name, basics)
  return createFixedField(schema, basics) ?? scalarField(schema, place.name, basics) ?? jsonField(basics)
}

/** A choice with a single option is shown as a fixed value. */
function createFixedField({ type, symbols = [] }: SchemaNode, basics: FieldBasics): Field | undefined {
  const [only, ...others] = symbols
  if (type !== 'enum' || only === undefined || others.length > 0) return undefined
  return {
    kind: 'select',
    ...basics,
    default: only,
    readOnly: m.onlyChoice,
    options: toSymbolOptions([only]),
  }
}

function objectField(schema: SchemaNode, basics: FieldBasics, context: SchemaContext): ObjectField {
  const { default: defaults, ...own } = basics
  const fields = listSchemaFields(schema, basics.path, { ...context, defaults })
  const fixed = listFixedByDefault(schema, basics.path, defaults)
  return { kind: 'object', ...own, width: 12, fields: [...fixed, ...showWhileOn(fields, basics.path)] }
}

/** Returns fields for defaults of the object that no property offers: TLS that cannot be turned off. */
function listFixedByDefault(
  { properties = {} }: SchemaNode,
  path: string,
  defaults: unknown,
): readonly Field[] {
  if (!isPlainObject(defaults)) return []
  return Object.entries(defaults).flatMap(([name, value]) =>
    Object.hasOwn(properties, name) || typeof value !== 'boolean'
      ? []
      : [
          {
            kind: 'toggle',
            path: pathWithin(path, name),
            label: formatSettingLabel(name),
            default: value,
            readOnly: m.onlyChoice,
          },
        ],
  )
}

/** Applies to an object within another object; the object of a section is switched on and off in its heading. */
function showWhileOn(fields: readonly Field[], path: string): readonly Field[] {
  const toggle = `${path}.enable`
  const isSwitched = fields.some((field) => field.path === toggle && field.kind === 'toggle')
  if (!isSwitched || !path.includes('.')) return fields
  return fields.map((field) =>
    field.path === toggle ? field : { ...field, when: [{ path: toggle, is: [true] }] },
  )
}

function choiceField(
  alternatives: readonly SchemaNode[],
  place: FieldPlace,
  basics: FieldBasics,
  context: SchemaContext,
): Field {
  const [only, ...others] = alternatives
  if (only !== undefined && others.length === 0) {
    const known = only.default === undefined ? { default: basics.default } : {}
    return buildField({ ...only, ...known }, place, context)
  }
  const toObjectAlternative = (alternative: SchemaNode): ObjectAlternative | undefined => {
    const name = parseSchemaReference(alternative)
    const schema = resolveNode(context.document, alternative)
    if (name === undefined || context.open.includes(name) || schema.properties === undefined) return undefined
    const below = { ...context, open: [...context.open, name] }
    return { name, schema, fields: listSchemaFields(schema, basics.path, below) }
  }
  return unionField(alternatives, place.name, basics, toObjectAlternative) ?? jsonField(basics)
}

function arrayField(
  items: SchemaNode,
  place: FieldPlace,
  basics: FieldBasics,
  context: SchemaContext,
): Field {
  const item = resolveNode(context.document, items)
  if (item.type === 'enum') {
    const choice: MultiSelectField = {
      kind: 'multi-select',
      ...basics,
      options: toSymbolOptions(item.symbols ?? []),
    }
    return choice
  }
  if (place.name === 'command_template')
    return { kind: 'text', ...basics, isCode: true, isCommand: true, width: 12 }
  const isNumber = item.type === 'integer' || item.type === 'number'
  if (isNumber || (item.type === 'string' && item.format !== 'password')) {
    const list: ListField = { kind: 'list', ...basics, itemLabel: m.item, of: isNumber ? 'number' : 'text' }
    return list
  }
  return rowsField(items, item, place, basics, context) ?? jsonField(basics)
}

/** Returns a table, if each cell is a single control. */
function rowsField(
  items: SchemaNode,
  item: SchemaNode,
  { name }: FieldPlace,
  basics: FieldBasics,
  context: SchemaContext,
): RowsField | undefined {
  const reference = parseSchemaReference(items)
  if (item.properties === undefined || (reference !== undefined && context.open.includes(reference)))
    return undefined
  const open = reference === undefined ? context.open : [...context.open, reference]
  const columns = listSchemaFields(item, '', { ...context, stored: undefined, open })
  const isFlat = columns.every(({ kind }) => kind !== 'object' && kind !== 'union' && kind !== 'rows')
  if (!isFlat || columns.length === 0) return undefined
  return { kind: 'rows', ...basics, width: 12, columns, addLabel: m.addTo(formatSettingLabel(name)) }
}

function jsonField(basics: FieldBasics): JsonField {
  return { kind: 'json', ...basics, width: 12 }
}

/** Settings that users seldom need to change, including everything below objects of these names. */
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
  'undefined_vars_as_null',
  'verify_peer_ext_key_usage',
  'versions',
])

function fieldBasics(node: SchemaNode, { name, path, isRequired }: FieldPlace): FieldBasics {
  return {
    path,
    label: formatSettingLabel(name),
    ...(isRequired ? { isRequired } : { isOmittedEmpty: true }),
    ...(node.default === undefined ? {} : { default: node.default }),
    ...(node.readOnly ? { readOnly: m.readOnly } : {}),
    ...(isTemplate(node) ? { help: m.template, isTemplate: true } : {}),
    ...(!isRequired && isAdvancedName(path) ? { isAdvanced: true } : {}),
  }
}

/** A value is a template if some of its alternatives are, or each item of a list. */
function isTemplate({ is_template, oneOf = [], items }: SchemaNode): boolean {
  return is_template || [...oneOf, items].some((part) => readNode(part).is_template)
}

function isAdvancedName(path: string): boolean {
  return path.split('.').some((name) => seldom.has(name))
}
