import type { ListOf, MapOf, Schema, Union } from '@brokerdeck/contract/description/schema.ts'
import { checkStruct } from './check-struct.ts'
import { type Checked, type Fault, fault, formatPath, matched, type Path, valueFault } from './fault.ts'
import { isPlainObject } from './plain-object.ts'

/** Nobody reads more of them. */
const mostFaults = 100

/** `root` is how the endpoint names the document in its refusals: mostly `root`, for the global zone nothing. */
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
    return 'value' in checked ? checked : { faults: [matchedFault(checked.faults, member.name, path)] }
  }
  const mismatches: [string, unknown][] = []
  for (const one of schema.members) {
    const checked = checkConfig(one, value, path)
    if ('value' in checked) return checked
    mismatches.push([one.name, checked.faults.length === 1 ? checked.faults[0] : checked.faults])
  }
  return { faults: [fault(path, 'matched_no_union_member', { mismatches: Object.fromEntries(mismatches) })] }
}

/** Several are told as one. */
function matchedFault(faults: readonly Fault[], name: string, path: Path): Fault {
  const [only, another] = faults
  if (only !== undefined && another === undefined) return matched(only, name)
  return { path: formatPath(path), matched_type: name, kind: 'validation_error', errors: faults }
}
