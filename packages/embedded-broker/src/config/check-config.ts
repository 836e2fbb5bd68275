import type { Field, ListOf, MapOf, Schema, Struct, Union } from '@brokerdeck/contract/description/schema.ts'
import {
  type Checked,
  type Fault,
  fault,
  formatPath,
  type Path,
  toMatchedFault,
  valueFault,
} from './fault.ts'
import { isPlainObject, type PlainObject } from './plain-object.ts'

/** The maximum number of errors that are reported. */
const mostFaults = 100

/** `root` is the name of the document in the endpoint's refusals: usually `root`, and empty for the global zone. */
export function checkConfig(schema: Schema, value: unknown, root: Path = ['root']): Checked {
  if (schema.kind === 'struct') return checkStruct(schema, value, root, checkConfig)
  if (schema.kind === 'list') return checkList(schema, value, root)
  if (schema.kind === 'map') return checkMap(schema, value, root)
  if (schema.kind === 'union') return checkUnion(schema, value, root)
  const reading = schema.read(value)
  if ('value' in reading) return reading
  const { reason } = reading
  return { faults: [reading.isValueHidden === true ? fault(root, reason) : valueFault(root, reason, value)] }
}

function checkList(schema: ListOf, value: unknown, path: Path): Checked {
  if (!Array.isArray(value)) return { faults: [notAList(value, path)] }
  const faults: Fault[] = []
  const items: unknown[] = []
  for (const [at, item] of value.entries()) {
    const checked = checkConfig(schema.item, item, [...path, at])
    if ('faults' in checked) faults.push(...checked.faults)
    else items.push(checked.value)
    if (faults.length > mostFaults) break
  }
  if (faults.length > 0) return { faults }
  const reason = schema.refuse?.(items)
  return reason === undefined ? { value: items } : { faults: [valueFault(path, reason, value)] }
}

function notAList(value: unknown, path: Path): Fault {
  const place = { path: formatPath(path), kind: 'validation_error' } as const
  if (isPlainObject(value)) return { ...place, bad_array_index_keys: Object.keys(value).slice(0, 20) }
  return { ...place, got: typeof value, expected_data_type: 'array' }
}

function checkMap(schema: MapOf, value: unknown, path: Path): Checked {
  if (!isPlainObject(value)) return { faults: [valueFault(path, 'bad_value_for_struct', value)] }
  const faults: Fault[] = []
  const entries: [string, unknown][] = []
  for (const [key, one] of Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) {
    const checked = checkConfig(schema.value, one, [...path, key])
    if ('faults' in checked) faults.push(...checked.faults)
    else entries.push([key, checked.value])
    if (faults.length > mostFaults) break
  }
  return faults.length > 0 ? { faults } : { value: Object.fromEntries(entries) }
}

function checkUnion(schema: Union, value: unknown, path: Path): Checked {
  const member = schema.select?.(value)
  if (member !== undefined) {
    if (!('kind' in member)) return { faults: [fault(path, member.reason, member.details)] }
    const checked = checkConfig(member, value, path)
    return 'value' in checked ? checked : { faults: [findMatchedFault(checked.faults, member.name, path)] }
  }
  const mismatches: [string, unknown][] = []
  for (const one of schema.members) {
    const checked = checkConfig(one, value, path)
    if ('value' in checked) return checked
    mismatches.push([one.name, checked.faults.length === 1 ? checked.faults[0] : checked.faults])
  }
  return { faults: [fault(path, 'matched_no_union_member', { mismatches: Object.fromEntries(mismatches) })] }
}

/** Combines several errors into one. */
function findMatchedFault(faults: readonly Fault[], name: string, path: Path): Fault {
  const [only, another] = faults
  if (only !== undefined && another === undefined) return toMatchedFault(only, name)
  return { path: formatPath(path), matched_type: name, kind: 'validation_error', errors: faults }
}

type Check = (schema: Schema, value: unknown, path: Path) => Checked

/** Reports an unknown field name first and alone; otherwise reports the errors in the order of the fields. */
function checkStruct(schema: Struct, given: unknown, path: Path, check: Check): Checked {
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

/** `null` counts as no value, as in the text of a configuration. */
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
  return schema.kind === 'union' && schema.usual !== undefined ? toMatchedFault(one, schema.usual.name) : one
}

function withoutAliases(schema: Struct, value: PlainObject): PlainObject {
  if (!Object.keys(schema.aliases).some((alias) => Object.hasOwn(value, alias))) return value
  const entries = Object.entries(value).map(([name, one]) => [
    Object.hasOwn(schema.aliases, name) ? (schema.aliases[name] ?? name) : name,
    one,
  ])
  return Object.fromEntries(entries)
}

function unknownFields(schema: Struct, value: PlainObject, path: Path): Fault | undefined {
  const known = new Set([...Object.keys(schema.fields), ...schema.hidden])
  const unknown = Object.keys(value).filter((name) => !known.has(name))
  if (unknown.length === 0) return undefined
  const unmatched = [...known, ...Object.keys(schema.aliases)].filter((name) => !isGiven(value, name))
  return fault(path, 'unknown_fields', {
    unmatched: summary(unmatched),
    unknown: summary(unknown),
  })
}

/**
 * Returns at most two names, the first in sorted order. A value may have many thousand names, and each member of a
 * union checks it.
 */
function summary(names: readonly string[]): string {
  if (names.length === 0) return 'none'
  let first: string[] = []
  for (const name of names) {
    const last = first[1]
    if (last === undefined || name < last) first = [...first, name].sort().slice(0, 2)
  }
  return names.length <= 2 ? first.join(',') : `${first.join(',')},...`
}
