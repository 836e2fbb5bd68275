/** What stands in the form state for one field; a mirror of the screen, converted once, at submit. */
export type FormValue = FormLeaf | FormValues | readonly FormValues[]
type FormLeaf = string | boolean | readonly string[] | Blob | undefined

/** State of a form, an object, a row. Nested as the paths of the fields say. */
export interface FormValues {
  readonly [key: string]: FormValue
}

/** An object of JSON: no list, no null. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether two values of JSON or of a form's state say the same; the order of keys does not matter. */
export function sameValue(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (one instanceof Blob || other instanceof Blob || Array.isArray(one) !== Array.isArray(other))
    return false
  return sameEntries(one, other)
}

/** A key that holds nothing is no key, as in JSON. Nothing is put aside to compare: what is compared may be long. */
function sameEntries(one: object, other: object): boolean {
  let count = 0
  for (const [key, value] of Object.entries(one)) {
    if (value === undefined) continue
    count += 1
    if (!Object.hasOwn(other, key) || !sameValue(value, Reflect.get(other, key))) return false
  }
  return Object.values(other).filter((value) => value !== undefined).length === count
}

type Holder = Readonly<Record<string, unknown>>

/** At a dotted path of a document or of the state of a form; nothing inherited is read. Undefined where there is nothing; the empty path is the holder itself. */
export function valueAt(holder: unknown, path: string): unknown {
  let held = holder
  for (const key of segments(path)) held = isHolder(held) && Object.hasOwn(held, key) ? held[key] : undefined
  return held
}

/** The same of a form's state, whose values are of a closed set. */
export function formValueAt(values: FormValues, path: string): FormValue {
  let held: FormValue = values
  for (const key of segments(path)) held = isState(held) && Object.hasOwn(held, key) ? held[key] : undefined
  return held
}

/** A copy with another value there; what is missing on the way becomes objects. Keys keep their order. */
export function withValueAt(values: FormValues, path: string, value: FormValue): FormValues
export function withValueAt(holder: Holder, path: string, value: unknown): Record<string, unknown>
export function withValueAt(holder: Holder, path: string, value: unknown): Record<string, unknown> {
  return isHolder(value) && path === '' ? { ...value } : placeValue(holder, segments(path), value)
}

/** A copy without the key; objects on the way stay, empty ones too. */
export function withoutValueAt(holder: Holder, path: string): Holder {
  const [key, ...rest] = segments(path)
  if (key === undefined || !Object.hasOwn(holder, key)) return holder
  if (rest.length === 0) return Object.fromEntries(Object.entries(holder).filter(([own]) => own !== key))
  const inner = holder[key]
  if (!isHolder(inner) || Array.isArray(inner)) return holder
  const next = withoutValueAt(inner, rest.join('.'))
  return next === inner ? holder : { ...holder, [key]: next }
}

/** A copy without the key, and without the objects that held nothing else. */
export function withoutBranchAt(holder: Holder, path: string): Holder {
  const next = withoutValueAt(holder, path)
  const parent = segments(path).slice(0, -1).join('.')
  if (next === holder || parent === '') return next
  const left = valueAt(next, parent)
  return isHolder(left) && Object.keys(left).length === 0 ? withoutBranchAt(next, parent) : next
}

/** `parent.key`, or the key alone at the top. */
export function pathWithin(parent: string, key: string): string {
  return parent === '' ? key : `${parent}.${key}`
}

function placeValue(holder: Holder, path: readonly string[], value: unknown): Record<string, unknown> {
  const [key, ...rest] = path
  if (key === undefined) return { ...holder }
  if (rest.length === 0) return { ...holder, [key]: value }
  const inner = Object.hasOwn(holder, key) ? holder[key] : undefined
  return {
    ...holder,
    [key]: Array.isArray(inner) ? placeInList(inner, rest, value) : placeValue(inside(inner), rest, value),
  }
}

function placeInList(list: readonly unknown[], path: readonly string[], value: unknown): readonly unknown[] {
  const [at = '', ...rest] = path
  return list.map((item, index) => {
    if (String(index) !== at) return item
    return rest.length === 0 ? value : placeValue(inside(item), rest, value)
  })
}

function inside(value: unknown): Holder {
  return isHolder(value) && !Array.isArray(value) ? value : {}
}

const mostKnown = 10_000
const known = new Map<string, readonly string[]>([['', []]])

/** With every key the places of all fields are looked at, several times over: each path is taken apart once. */
function segments(path: string): readonly string[] {
  const seen = known.get(path)
  if (seen !== undefined) return seen
  const keys = path.split('.')
  if (known.size < mostKnown) known.set(path, keys)
  return keys
}

function isHolder(value: unknown): value is Holder {
  return typeof value === 'object' && value !== null
}

function isState(value: FormValue): value is FormValues {
  return isHolder(value) && !(value instanceof Blob)
}

export const durationUnits = ['ms', 's', 'm', 'h', 'd'] as const
export type DurationUnit = (typeof durationUnits)[number]

export const sizeUnits = ['KB', 'MB', 'GB'] as const
export type SizeUnit = (typeof sizeUnits)[number]
