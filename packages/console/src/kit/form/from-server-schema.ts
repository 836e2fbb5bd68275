import { formatSettingLabel } from '#kit/form/server-schema/format-setting-label.ts'
import { listSchemaFields } from '#kit/form/server-schema/schema-fields.ts'
import {
  parseSchemaDocument,
  readNode,
  type SchemaDocument,
  schemaAt,
} from '#kit/form/server-schema/schema-node.ts'
import { findDiscriminator, objectUnion } from '#kit/form/server-schema/union-field.ts'
import { serverSchema as m } from '#kit/messages/server-schema.ts'
import type { Field, ObjectField, Section } from './field.ts'

/**
 * Returns the form for a component of `GET /schemas/{hotconf,actions,connectors}`, or for the request body of one of
 * its paths: fields with a single control form the first section, each object a section of its own. Empty for a name
 * that the document lacks.
 */
export function schemaForm(document: unknown, place: string, stored?: unknown): readonly Section[] {
  const parsed = parseSchemaDocument(document)
  const schema = schemaAt(parsed, place)
  if (schema === undefined) return []
  return buildSections(listSchemaFields(schema, '', { document: parsed, stored, open: [place] }))
}

/**
 * The object that is created or updated: the broker's document has a component for each type, or for each of its
 * drivers.
 */
export interface TypedForm {
  readonly type: string
  readonly purpose: 'post' | 'put'
  readonly of: 'connector' | 'action' | 'source'
  readonly stored?: unknown
}

/** Returns the names of the properties that the broker accepts for a type, across all its drivers. */
export function typeKeys(document: unknown, { type, purpose, of }: TypedForm): ReadonlySet<string> {
  const parsed = parseSchemaDocument(document)
  const components = listComponentNames(document, type, purpose, of)
  return new Set(components.flatMap((name) => Object.keys(schemaAt(parsed, name)?.properties ?? {})))
}

/**
 * Returns the form of a type. The fields that several drivers share appear once; the other fields follow the driver.
 */
export function typeForm(document: unknown, { type, purpose, of, stored }: TypedForm): readonly Section[] {
  const parsed = parseSchemaDocument(document)
  const drivers = listComponentNames(document, type, purpose, of).flatMap((name) => {
    const schema = schemaAt(parsed, name)
    if (schema === undefined) return []
    return { name, schema, fields: listSchemaFields(schema, '', { document: parsed, stored, open: [name] }) }
  })
  const [first, ...others] = drivers
  if (first === undefined) return []
  const by = others.length === 0 ? undefined : findDiscriminator(drivers)
  if (by === undefined) return buildSections(first.fields)
  const has = (fields: readonly Field[], one: Field) => fields.some((other) => isSameField(one, other))
  const shared = first.fields.filter((one) => others.every(({ fields }) => has(fields, one)))
  const own = drivers.map((one) => ({ ...one, fields: one.fields.filter((field) => !has(shared, field)) }))
  const basics = { path: '', label: formatSettingLabel(by), isRequired: true }
  const [named, rest] = [
    shared.filter(({ path }) => isNaming(path)),
    shared.filter(({ path }) => !isNaming(path)),
  ]
  return buildSections([...named, objectUnion(own, [], basics), ...rest])
}

const isNaming = (path: string) => ['name', 'type', 'connector', 'description'].includes(path)
const isSameField = (one: Field, other: Field) => JSON.stringify(one) === JSON.stringify(other)

function buildSections(fields: readonly Field[]): readonly Section[] {
  const isObject = (field: Field): field is ObjectField => field.kind === 'object'
  const general: Section = {
    id: 'general',
    title: m.general,
    fields: fields.filter((field) => !isObject(field)),
  }
  const sections = fields.filter(isObject).map(objectSection)
  return general.fields.length === 0 ? sections : [general, ...sections]
}

/** Returns the names of the components that describe a type, for creating an object or for updating an existing one. */
export function listComponentNames(
  document: unknown,
  type: string,
  purpose: TypedForm['purpose'],
  of: TypedForm['of'],
): readonly string[] {
  const parsed = parseSchemaDocument(document)
  return readCreatedType(parsed, of)
    .filter((one) => one.type === type)
    .map(({ name }) => name.replace(/\.post(?=_|$)/, `.${purpose}`))
    .filter((name) => schemaAt(parsed, name) !== undefined)
}

/** Returns every type that the document describes, in its order. */
export function listSchemaTypes(document: unknown, of: TypedForm['of']): readonly string[] {
  const types = readCreatedType(parseSchemaDocument(document), of).map(({ type }) => type)
  return [...new Set(types.filter((type) => type !== undefined))]
}

/** Returns the components that describe the request body for creating an object. */
function readCreatedType(parsed: SchemaDocument, of: TypedForm['of']) {
  return Object.keys(parsed.components.schemas)
    .filter((name) => /\.post(_|$)/.test(name) && name.endsWith('_source') === (of === 'source'))
    .map((name) => ({ name, type: readType(schemaAt(parsed, name)?.properties?.['type']) }))
}

function objectSection({ path, label, fields }: ObjectField): Section {
  const toggle = `${path}.enable`
  const isSwitched = fields.some(
    (field) => field.path === toggle && field.kind === 'toggle' && field.readOnly === undefined,
  )
  return { id: path, title: label, fields, ...(isSwitched ? { switch: toggle } : {}) }
}

function readType(property: unknown): string | undefined {
  const { symbols = [] } = readNode(property)
  return symbols.length === 1 ? String(symbols[0]) : undefined
}
