import {
  parseSchemaDocument,
  readNode,
  resolveNode,
  type SchemaDocument,
  type SchemaNode,
  schemaAt,
} from '#kit/form/server-schema/schema-node.ts'
import type { Field, Section } from './field.ts'
import { pathWithin } from './form-value.ts'

/**
 * Returns the sections with the defaults that the connected broker reports, because another version may have defaults
 * other than the description. `place` is the path of the endpoint in `GET /schemas/hotconf`; `at` is the place of the
 * form's document in it.
 */
export function withBrokerDefaults(
  sections: readonly Section[],
  schemas: unknown,
  place: string,
  at = '',
): readonly Section[] {
  const document = parseSchemaDocument(schemas)
  const root = schemaAt(document, place)
  if (root === undefined) return sections
  const findDefault = (path: string) => nodeAt(document, root, pathWithin(at, path))?.default
  const withDefault = (field: Field): Field => {
    if (field.kind === 'object') return { ...field, fields: field.fields.map(withDefault) }
    const own = field.kind === 'union' ? undefined : findDefault(field.path)
    return own === undefined ? field : { ...field, default: own }
  }
  return sections.map((section) => ({ ...section, fields: section.fields.map(withDefault) }))
}

function nodeAt(document: SchemaDocument, root: SchemaNode, path: string): SchemaNode | undefined {
  return path
    .split('.')
    .reduce<SchemaNode | undefined>(
      (node, name) => (node === undefined ? undefined : below(document, node, name)),
      root,
    )
}

/**
 * Returns the child with a name; of alternatives, the first that has the name. A property `$name` stands for any
 * name.
 */
function below(document: SchemaDocument, node: SchemaNode, name: string): SchemaNode | undefined {
  const { properties = {}, oneOf = [] } = resolveNode(document, node)
  if (Object.hasOwn(properties, name)) return readNode(properties[name])
  const [any] = Object.keys(properties).filter((key) => key.startsWith('$'))
  if (any !== undefined) return readNode(properties[any])
  for (const alternative of oneOf) {
    const found = below(document, readNode(alternative), name)
    if (found !== undefined) return found
  }
  return undefined
}
