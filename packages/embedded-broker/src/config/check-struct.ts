import type { Field, Schema, Struct } from '@brokerdeck/contract/description/schema.ts'
import { type Checked, type Fault, fault, matched, type Path, valueFault } from './fault.ts'
import { isPlainObject, type PlainObject } from './plain-object.ts'

type Check = (schema: Schema, value: unknown, path: Path) => Checked

/** Unknown names are said first and alone; then what is wrong, in the order of the fields. */
export function checkStruct(schema: Struct, given: unknown, path: Path, check: Check): Checked {
  if (!isPlainObject(given)) return { faults: [valueFault(path, 'bad_value_for_struct', given)] }
  const value = withoutAliases(schema, given)
  const unknown = unknownFields(schema, value, path)
  if (unknown !== undefined) return { faults: [unknown] }
  const faults: Fault[] = []
  const entries: [string, unknown][] = schema.hidden.flatMap((name) =>
    isGiven(value, name) ? [[name, value[name]]] : [],
  )
  for (const [name, field] of Object.entries(schema.fields)) {
    const checked = checkField(field, isGiven(value, name) ? value[name] : undefined, [...path, name], check)
    if (checked === 'absent') continue
    if ('faults' in checked) faults.push(...checked.faults)
    else entries.push([name, checked.value])
  }
  if (faults.length > 0) return { faults }
  return { value: Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1))) }
}

/** `null` is no value, as in the text of a configuration. */
const isGiven = (value: PlainObject, name: string): boolean =>
  Object.hasOwn(value, name) && value[name] !== null && value[name] !== undefined

function checkField(field: Field, value: unknown, path: Path, check: Check): Checked | 'absent' {
  if (value !== undefined) return check(field.schema, value, path)
  if (field.default !== undefined) return check(field.schema, field.default, path)
  if (field.isRequired === true) return { faults: [missing(field.schema, path)] }
  if (field.schema.kind === 'struct' && field.isOptional !== true) return check(field.schema, {}, path)
  if (field.schema.kind === 'union' && field.schema.usual !== undefined && field.isOptional !== true)
    return check(field.schema, {}, path)
  return 'absent'
}

function missing(schema: Schema, path: Path): Fault {
  const one = fault(path, 'required_field')
  return schema.kind === 'union' && schema.usual !== undefined ? matched(one, schema.usual.name) : one
}

function withoutAliases(schema: Struct, value: PlainObject): PlainObject {
  const entries = Object.entries(value).map(([name, one]) => [
    Object.hasOwn(schema.aliases, name) ? (schema.aliases[name] ?? name) : name,
    one,
  ])
  return Object.fromEntries(entries)
}

function unknownFields(schema: Struct, value: PlainObject, path: Path): Fault | undefined {
  const known = [...Object.keys(schema.fields), ...schema.hidden]
  const unknown = Object.keys(value).filter((name) => !known.includes(name))
  if (unknown.length === 0) return undefined
  const unmatched = [...known, ...Object.keys(schema.aliases)].filter((name) => !isGiven(value, name))
  return fault(path, 'unknown_fields', {
    unmatched: summary(unmatched),
    unknown: summary(unknown),
  })
}

/** At most two names. */
function summary(names: readonly string[]): string {
  if (names.length === 0) return 'none'
  const sorted = [...names].sort()
  return sorted.length <= 2 ? sorted.join(',') : `${sorted.slice(0, 2).join(',')},...`
}
