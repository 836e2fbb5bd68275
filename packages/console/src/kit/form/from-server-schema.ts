import { serverSchema as m } from '../messages/server-schema.ts'
import type { Field, ObjectField, Section } from './field.ts'
import { schemaFields } from './server-schema/schema-fields.ts'
import { parseSchemaDocument, readNode, schemaAt } from './server-schema/schema-node.ts'

/**
 * The form of a component of `GET /schemas/{hotconf,actions,connectors}`, or of the body of one of its paths: what has
 * one control stands in the first section, each object in one of its own. Empty for a name that the document lacks.
 */
export function schemaForm(document: unknown, place: string, stored?: unknown): readonly Section[] {
  const parsed = parseSchemaDocument(document)
  const schema = schemaAt(parsed, place)
  if (schema === undefined) return []
  const fields = schemaFields(schema, '', { document: parsed, stored, open: [place] })
  const isObject = (field: Field): field is ObjectField => field.kind === 'object'
  const general: Section = {
    id: 'general',
    title: m.general,
    fields: fields.filter((field) => !isObject(field)),
  }
  const sections = fields.filter(isObject).map(objectSection)
  return general.fields.length === 0 ? sections : [general, ...sections]
}

/** Names of the components that describe something of a type: what is created, or what an existing one is set to. */
export function componentsOf(
  document: unknown,
  type: string,
  purpose: 'post' | 'put',
  of: 'connector' | 'action' | 'source',
): readonly string[] {
  const parsed = parseSchemaDocument(document)
  const isMeant = (name: string) => /\.post(_|$)/.test(name) && name.endsWith('_source') === (of === 'source')
  return Object.keys(parsed.components.schemas)
    .filter((name) => isMeant(name) && typeOf(schemaAt(parsed, name)?.properties?.['type']) === type)
    .map((name) => name.replace(/\.post(?=_|$)/, `.${purpose}`))
    .filter((name) => schemaAt(parsed, name) !== undefined)
}

function objectSection({ path, label, fields }: ObjectField): Section {
  const toggle = `${path}.enable`
  const isSwitched = fields.some((field) => field.path === toggle && field.kind === 'toggle')
  return { id: path, title: label, fields, ...(isSwitched ? { switch: toggle } : {}) }
}

function typeOf(property: unknown): string | undefined {
  const { symbols = [] } = readNode(property)
  return symbols.length === 1 ? String(symbols[0]) : undefined
}
