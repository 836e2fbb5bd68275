import { isPlainObject, type PlainObject } from '../../config/plain-object.ts'

const whole = (value: unknown) => Number.isInteger(value)
const number = (value: unknown) => typeof value === 'number'
const text = (value: unknown) => typeof value === 'string'

const primitives: ReadonlyMap<string, (value: unknown) => boolean> = new Map([
  ['null', (value: unknown) => value === null],
  ['boolean', (value: unknown) => typeof value === 'boolean'],
  ['int', whole],
  ['long', whole],
  ['float', number],
  ['double', number],
  ['bytes', text],
  ['string', text],
])

/**
 * Whether a value is Avro JSON of a schema (Avro 1.11, "JSON Encoding"), as EMQX decodes a plugin's configuration: each
 * field of a record is there, and in a union everything but null carries its type. What the schema does not say clearly
 * is accepted: EMQX has read the schema, this broker keeps it.
 */
export function isAvroJson(schema: PlainObject, value: unknown): boolean {
  return fits(schema, value, namedTypes(schema))
}

type Names = ReadonlyMap<string, PlainObject>

/** Names lead to names, and a hostile schema's in circles. */
const mostLookups = 50

function fits(type: unknown, value: unknown, names: Names, lookups = 0): boolean {
  if (lookups > mostLookups) return true
  if (Array.isArray(type)) return fitsUnion(type, value, names)
  if (typeof type === 'string') {
    const primitive = primitives.get(type)
    if (primitive !== undefined) return primitive(value)
    const named = names.get(type)
    return named === undefined || fits(named, value, names, lookups + 1)
  }
  if (!isPlainObject(type)) return true
  switch (type['type']) {
    case 'record':
      return isPlainObject(value) && fieldsOf(type).every((one) => fitsField(one, value, names))
    case 'enum':
      return text(value) && (!Array.isArray(type['symbols']) || type['symbols'].includes(value))
    case 'array':
      return Array.isArray(value) && value.every((one) => fits(type['items'], one, names))
    case 'map':
      return isPlainObject(value) && Object.values(value).every((one) => fits(type['values'], one, names))
    case 'fixed':
      return text(value)
    default:
      return fits(type['type'], value, names, lookups + 1)
  }
}

function fitsField({ name, type }: PlainObject, value: PlainObject, names: Names): boolean {
  return typeof name !== 'string' || (Object.hasOwn(value, name) && fits(type, value[name], names))
}

function fitsUnion(types: readonly unknown[], value: unknown, names: Names): boolean {
  if (value === null) return types.includes('null')
  const [entry, ...others] = isPlainObject(value) ? Object.entries(value) : []
  if (entry === undefined || others.length > 0) return false
  const [tag, inner] = entry
  const chosen = types.find((type) => tagsOf(definitionOf(type, names)).includes(tag))
  return chosen !== undefined && fits(chosen, inner, names)
}

/** Of a name, the type that it stands for. */
function definitionOf(type: unknown, names: Names): unknown {
  return (typeof type === 'string' ? names.get(type) : undefined) ?? type
}

/** What a value of this type may carry in a union. */
function tagsOf(type: unknown): readonly unknown[] {
  if (!isPlainObject(type)) return [type]
  const { name, namespace } = type
  if (name === undefined) return [type['type']]
  return text(name) && text(namespace) ? [name, `${namespace}.${name}`] : [name]
}

function fieldsOf({ fields }: PlainObject): readonly PlainObject[] {
  return Array.isArray(fields) ? fields.filter(isPlainObject) : []
}

function namedTypes(type: unknown, found = new Map<string, PlainObject>()): Names {
  if (Array.isArray(type)) for (const one of type) namedTypes(one, found)
  if (!isPlainObject(type)) return found
  for (const name of tagsOf(type)) {
    const isDefinition = type['name'] !== undefined && typeof name === 'string'
    if (isDefinition && !found.has(name)) found.set(name, type)
  }
  for (const inner of [
    type['type'],
    type['items'],
    type['values'],
    ...fieldsOf(type).map((one) => one['type']),
  ]) {
    namedTypes(inner, found)
  }
  return found
}
