/** The form state of a field; it mirrors the screen and is converted once, on submit. */
export type FormValue = FormLeaf | FormValues | readonly FormValues[]
type FormLeaf = string | boolean | readonly string[] | Blob | undefined

/** The state of a form, an object, or a row, nested like the paths of the fields. */
export interface FormValues {
  readonly [key: string]: FormValue
}

/** Tells whether the value is a JSON object, neither a list nor null. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Tells whether two values of JSON or of a form's state are equal; the order of keys does not matter. */
export function sameValue(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (one instanceof Blob || other instanceof Blob || Array.isArray(one) !== Array.isArray(other))
    return false
  return sameEntries(one, other)
}

/**
 * Compares the entries; an undefined entry counts as missing, as in JSON. The comparison allocates nothing, because
 * values may be long.
 */
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

/**
 * Returns the value at a dotted path of a document or of a form's state, without inherited properties. Undefined if
 * the path does not exist; the empty path returns the holder itself.
 */
export function valueAt(holder: unknown, path: string): unknown {
  let held = holder
  for (const key of segments(path)) held = isHolder(held) && Object.hasOwn(held, key) ? held[key] : undefined
  return held
}

/** Does the same for the state of a form, whose values have a closed set of types. */
export function formValueAt(values: FormValues, path: string): FormValue {
  let held: FormValue = values
  for (const key of segments(path)) held = isState(held) && Object.hasOwn(held, key) ? held[key] : undefined
  return held
}

/** Returns a copy with another value at the path; missing parents become objects. Keys keep their order. */
export function withValueAt(values: FormValues, path: string, value: FormValue): FormValues
export function withValueAt(holder: Holder, path: string, value: unknown): Record<string, unknown>
export function withValueAt(holder: Holder, path: string, value: unknown): Record<string, unknown> {
  return isHolder(value) && path === '' ? { ...value } : placeValue(holder, segments(path), value)
}

/** Returns a copy without the key; its parents stay, even if they are empty. */
export function withoutValueAt(holder: Holder, path: string): Holder {
  const [key, ...rest] = segments(path)
  if (key === undefined || !Object.hasOwn(holder, key)) return holder
  if (rest.length === 0) return Object.fromEntries(Object.entries(holder).filter(([own]) => own !== key))
  const inner = holder[key]
  if (!isHolder(inner) || Array.isArray(inner)) return holder
  const next = withoutValueAt(inner, rest.join('.'))
  return next === inner ? holder : { ...holder, [key]: next }
}

/** Returns a copy without the key, and without the parents that held nothing else. */
export function withoutBranchAt(holder: Holder, path: string): Holder {
  const next = withoutValueAt(holder, path)
  const parent = segments(path).slice(0, -1).join('.')
  if (next === holder || parent === '') return next
  const left = valueAt(next, parent)
  return isHolder(left) && Object.keys(left).length === 0 ? withoutBranchAt(next, parent) : next
}

/** Returns `parent.key`, or the key alone at the top. */
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

/** Every key press looks up the paths of all fields several times, so each path is split only once. */
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
