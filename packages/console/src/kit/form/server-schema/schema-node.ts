import * as v from 'valibot'

/** A schema of the broker's own documents (`GET /schemas/*`): OpenAPI with its own types. */
const nodeSchema = v.object({
  type: v.optional(v.string()),
  $ref: v.optional(v.string()),
  oneOf: v.optional(v.array(v.unknown())),
  properties: v.optional(v.record(v.string(), v.unknown())),
  items: v.optional(v.unknown()),
  symbols: v.optional(v.array(v.union([v.string(), v.number(), v.boolean()]))),
  required: v.optional(v.array(v.string()), []),
  format: v.optional(v.string()),
  minimum: v.optional(v.union([v.number(), v.string()])),
  maximum: v.optional(v.union([v.number(), v.string()])),
  readOnly: v.optional(v.boolean(), false),
  deprecated: v.optional(v.boolean(), false),
  is_template: v.optional(v.boolean(), false),
  default: v.optional(v.unknown()),
})
export type SchemaNode = v.InferOutput<typeof nodeSchema>

const documentSchema = v.object({
  components: v.object({ schemas: v.record(v.string(), v.unknown()) }),
  paths: v.optional(v.record(v.string(), v.record(v.string(), v.unknown())), {}),
})
export type SchemaDocument = v.InferOutput<typeof documentSchema>

/** Parses such a document; throws if the broker's response is not one. */
export function parseSchemaDocument(document: unknown): SchemaDocument {
  return v.parse(documentSchema, document)
}

/** An unreadable node counts as a schema of any value. */
export function readNode(node: unknown): SchemaNode {
  const parsed = v.safeParse(nodeSchema, node)
  return parsed.success
    ? parsed.output
    : { required: [], readOnly: false, deprecated: false, is_template: false }
}

const prefix = '#/components/schemas/'

export function parseSchemaReference({ $ref }: SchemaNode): string | undefined {
  return $ref?.startsWith(prefix) === true ? $ref.slice(prefix.length) : undefined
}

/** Returns the component of a name, or the request body of a path. */
export function schemaAt({ components, paths }: SchemaDocument, place: string): SchemaNode | undefined {
  if (Object.hasOwn(components.schemas, place)) return readNode(components.schemas[place])
  const operations = Object.hasOwn(paths, place) ? paths[place] : undefined
  const body = operations?.['put'] ?? operations?.['post'] ?? operations?.['get']
  return body === undefined ? undefined : readNode(body)
}

/** Merges a node with the component to which it refers; properties beside the reference win. */
export function resolveNode(document: SchemaDocument, node: SchemaNode): SchemaNode {
  const name = parseSchemaReference(node)
  const target = name === undefined ? undefined : schemaAt(document, name)
  if (target === undefined) return node
  const { $ref: _, required: _required, ...beside } = node
  return {
    ...target,
    ...(beside.default === undefined ? {} : { default: beside.default }),
    readOnly: target.readOnly || beside.readOnly,
    deprecated: target.deprecated || beside.deprecated,
    is_template: target.is_template || beside.is_template,
  }
}
