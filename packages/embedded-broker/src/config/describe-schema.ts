import type { Field, Schema, Struct } from '@brokerdeck/contract/description/schema.ts'

type SchemaDescription = Readonly<Record<string, unknown>>

/** Collects the structs that descriptions refer to, by a name such as `emqx.alarm`. */
export class SchemaDescriptions {
  readonly #components = new Map<string, SchemaDescription>()

  get components(): SchemaDescription {
    return Object.fromEntries([...this.#components].sort(([a], [b]) => (a < b ? -1 : 1)))
  }

  describe(schema: Schema): SchemaDescription {
    if (schema.kind === 'scalar') return schema.described
    if (schema.kind === 'list') return { type: 'array', items: this.describe(schema.item) }
    if (schema.kind === 'map') {
      if (schema.described !== undefined) return schema.described
      return { type: 'object', properties: { [`$${schema.name}`]: this.describe(schema.value) } }
    }
    if (schema.kind === 'union') return { oneOf: schema.members.map((member) => this.describe(member)) }
    return this.#refer(schema)
  }

  #refer(schema: Struct): SchemaDescription {
    const name = schema.name.replace(':', '.')
    if (!this.#components.has(name)) {
      // The name is registered before the fields, because a struct may contain itself.
      this.#components.set(name, {})
      this.#components.set(name, this.#struct(schema))
    }
    return { $ref: `#/components/schemas/${name}` }
  }

  #struct({ fields }: Struct): SchemaDescription {
    const required = Object.keys(fields)
      .filter((name) => fields[name]?.isRequired === true)
      .sort()
    return {
      type: 'object',
      properties: Object.fromEntries(
        Object.entries(fields).map(([name, field]) => [name, this.#field(field)]),
      ),
      ...(required.length === 0 ? {} : { required }),
    }
  }

  #field(field: Field): SchemaDescription {
    return {
      ...this.describe(field.schema),
      ...(field.default === undefined ? {} : { default: field.default }),
      ...field.described,
    }
  }
}
