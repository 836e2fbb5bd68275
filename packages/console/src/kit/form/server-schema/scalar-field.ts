import { formatSize } from '#kit/form/codec/byte-size.ts'
import { printDuration } from '#kit/form/codec/duration.ts'
import type { CertificateField, LinesField, Option, ScalarField, SecretField } from '#kit/form/field.ts'
import { serverSchema as m } from '#kit/messages/server-schema.ts'
import type { FieldBasics } from './field-basics.ts'
import type { SchemaNode } from './schema-node.ts'

/** The names of fields that the schema declares as texts, but that are certificate files. */
const certificates: Readonly<Record<string, CertificateField['of']>> = {
  cacertfile: 'ca',
  certfile: 'certificate',
  keyfile: 'key',
}
/** Texts that are or contain a secret, although the schema does not say so; the broker still masks most of them. */
const secrets: ReadonlySet<string> = new Set([
  'service_account_json',
  'access_key_id',
  'aws_access_key_id',
  'access_key',
])
const files: ReadonlySet<string> = new Set(['service_account_json'])
/** The texts of several lines. */
const long: ReadonlySet<string> = new Set([
  'attributes_template',
  'body',
  'command_template',
  'content',
  'cql',
  'doc',
  'payload',
  'payload_template',
  'record_template',
  'sql',
  'sp_public_key',
  'template',
  'write_syntax',
])
/** The texts of several lines that usually hold JSON. */
const json: ReadonlySet<string> = new Set(['body', 'doc', 'payload_template'])
const prose: ReadonlySet<string> = new Set(['description'])

/** Returns the field for a schema of a single value; undefined for lists, objects and unknown types. */
export function scalarField(
  node: SchemaNode,
  name: string,
  basics: FieldBasics,
): ScalarField | SecretField | CertificateField | undefined {
  switch (node.type) {
    case 'boolean':
      return { kind: 'toggle', ...basics }
    case 'string':
      return textField(node, name, basics)
    case 'integer':
    case 'number':
      return { kind: 'number', ...basics, ...numberBounds(node), isFractional: node.type === 'number' }
    case 'duration':
      return { kind: 'duration', ...basics, ...textBounds(node, printDuration) }
    case 'byteSize':
    case 'wordSize':
      return { kind: 'byte-size', ...basics, ...textBounds(node, formatSize) }
    case 'percent':
      return { kind: 'percent', ...basics }
    case 'ip_port':
      return { kind: 'host-port', ...basics, isBind: true }
    case 'url':
      return { kind: 'url', ...basics }
    case 'csv':
      return { kind: 'text', ...basics, isCode: true }
    case 'enum':
      return { kind: 'select', ...basics, options: toSymbolOptions(node.symbols ?? []) }
    default:
      return undefined
  }
}

export function toSymbolOptions(symbols: readonly Option['value'][]): readonly Option[] {
  return symbols.map((value) => ({ value, label: symbolLabel(value) }))
}

/** Symbols are spelled as in the configuration; only booleans become words. */
function symbolLabel(value: Option['value']): string {
  return typeof value === 'boolean' ? (value ? m.yes : m.no) : String(value)
}

function textField(
  node: SchemaNode,
  name: string,
  basics: FieldBasics,
): ScalarField | SecretField | CertificateField {
  if (node.format === 'password' || secrets.has(name))
    return { kind: 'secret', ...basics, autoComplete: 'off', ...(files.has(name) ? { isFile: true } : {}) }
  const of = Object.hasOwn(certificates, name) ? certificates[name] : undefined
  if (of !== undefined) {
    const certificatePath = basics.path.replace(/keyfile$/, 'certfile')
    return { kind: 'certificate', ...basics, of, ...(of === 'key' ? { certificatePath } : {}) }
  }
  if (node.format === 'sql' || long.has(name)) {
    const syntax = findSyntax(node, name)
    return { kind: 'lines', ...basics, isCode: true, width: 12, ...(syntax === undefined ? {} : { syntax }) }
  }
  return { kind: 'text', ...basics, isCode: !prose.has(name) }
}

/** Line protocols are also declared as SQL. */
function findSyntax({ format }: SchemaNode, name: string): LinesField['syntax'] {
  if (name === 'write_syntax') return 'line-protocol'
  if (format === 'sql' || name === 'sql') return 'sql'
  return json.has(name) ? 'json' : undefined
}

function numberBounds({ minimum, maximum }: SchemaNode): { readonly min?: number; readonly max?: number } {
  return {
    ...(typeof minimum === 'number' ? { min: minimum } : {}),
    ...(typeof maximum === 'number' ? { max: maximum } : {}),
  }
}

function textBounds(
  { minimum, maximum }: SchemaNode,
  print: (bare: number) => string,
): { readonly min?: string; readonly max?: string } {
  const text = (bound: number | string) => (typeof bound === 'number' ? print(bound) : bound)
  return {
    ...(minimum === undefined ? {} : { min: text(minimum) }),
    ...(maximum === undefined ? {} : { max: text(maximum) }),
  }
}
