/** A JSON object: a schema, or a value of a schema. */
type JsonObject = Readonly<Record<string, unknown>>

/** The JSON type of a value without its tag; null can be distinguished from all of them. */
type Look = 'boolean' | 'number' | 'string' | 'array' | 'object'

const looks: ReadonlyMap<string, Look> = new Map([
  ['boolean', 'boolean'],
  ['int', 'number'],
  ['long', 'number'],
  ['float', 'number'],
  ['double', 'number'],
  ['bytes', 'string'],
  ['string', 'string'],
  ['fixed', 'string'],
  ['enum', 'string'],
  ['array', 'array'],
  ['map', 'object'],
  ['record', 'object'],
])

/** The values of empty controls, for fields without a default. */
const zeros: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['boolean', false],
  ['string', ''],
  ['array', []],
  ['map', {}],
])

/**
 * The maximum depth: named types refer to each other, in a hostile schema in cycles, and responses may be nested
 * arbitrarily.
 */
const mostDepth = 100
/** The maximum length of a name with its namespace; longer names are not looked up. */
const longestName = 1_000
/**
 * The maximum number of filled-in defaults, because two nested defaults at each level double the number with every
 * level.
 */
const mostFilled = 10_000

/**
 * Converts values of an Avro schema in EMQX's JSON (Avro 1.11, "JSON Encoding"), where any value of a union except
 * null includes its type: `{"string": "x"}`. The author writes the schema, so values of unclear types are accepted
 * unchanged.
 */
export class AvroJson {
  readonly #schema: unknown
  readonly #named = new Map<string, JsonObject>()
  readonly #fullNames = new Map<JsonObject, string>()
  #filled = 0

  constructor(schema: unknown) {
    this.#schema = schema
    this.#collect(schema, '', 0)
  }

  /** Returns whether EMQX accepts a value: each field of a record is present, and each value has its type. */
  accepts(value: unknown): boolean {
    return this.#accepts(this.#schema, value, 0)
  }

  /** Converts a value to the form that users write: without tags, except in unions whose values would be ambiguous. */
  toPlain(value: unknown): unknown {
    return this.#toPlain(this.#schema, value, 0)
  }

  /**
   * Converts a value from that form. A missing field becomes null if allowed, otherwise its default or an empty
   * value.
   */
  fromPlain(value: unknown): unknown {
    this.#filled = 0
    return this.#fromPlain(this.#schema, value, 0)
  }

  /** Resolves a type: returns the definition of a name, the object or list itself, or the name of a primitive type. */
  resolveType(type: unknown): unknown {
    let found = type
    for (let step = 0; step < mostDepth; step += 1) {
      const next = this.#next(found)
      if (next === undefined) return found
      found = next
    }
    return undefined
  }

  /** Returns the types of a union besides null, if their values can be distinguished without tags. */
  plainBranches(types: readonly unknown[]): readonly unknown[] | undefined {
    const branches = types.filter((type) => type !== 'null')
    const found = branches.map((type) => this.#findLook(type))
    return found.includes(undefined) || new Set(found).size < found.length ? undefined : branches
  }

  #next(type: unknown): unknown {
    if (typeof type === 'string')
      return looks.has(type) || type === 'null' ? undefined : this.#named.get(type)
    return isObject(type) && !isOwnKind(getAvroKind(type)) ? type['type'] : undefined
  }

  #findLook(type: unknown): Look | undefined {
    return looks.get(getAvroKind(this.resolveType(type)))
  }

  #accepts(given: unknown, value: unknown, depth: number): boolean {
    const type = this.resolveType(given)
    const below = (inner: unknown, one: unknown) => this.#accepts(inner, one, depth + 1)
    if (depth > mostDepth) return true
    if (Array.isArray(type)) {
      if (value === null) return type.includes('null')
      const tagged = this.#findTagged(type, value)
      return tagged !== undefined && below(tagged.type, tagged.value)
    }
    switch (getAvroKind(type)) {
      case 'null':
        return value === null
      case 'boolean':
        return typeof value === 'boolean'
      case 'int':
      case 'long':
        return Number.isInteger(value)
      case 'float':
      case 'double':
        return typeof value === 'number'
      case 'bytes':
      case 'string':
      case 'fixed':
        return typeof value === 'string'
      case 'enum':
        return typeof value === 'string' && (getAvroSymbols(type)?.includes(value) ?? true)
      case 'array':
        return Array.isArray(value) && value.every((one) => below(part(type, 'items'), one))
      case 'map':
        return isObject(value) && Object.values(value).every((one) => below(part(type, 'values'), one))
      case 'record':
        return (
          isObject(value) &&
          avroFields(type).every(
            ({ name, type: own }) => Object.hasOwn(value, name) && below(own, value[name]),
          )
        )
      default:
        return true
    }
  }

  #toPlain(given: unknown, value: unknown, depth: number): unknown {
    const type = this.resolveType(given)
    if (depth > mostDepth) return value
    if (!Array.isArray(type))
      return this.#within(type, value, (inner, one) => this.#toPlain(inner, one, depth + 1))
    if (this.plainBranches(type) === undefined) return value
    const tagged = this.#findTagged(type, value)
    return tagged === undefined ? value : this.#toPlain(tagged.type, tagged.value, depth + 1)
  }

  #fromPlain(given: unknown, value: unknown, depth: number): unknown {
    const type = this.resolveType(given)
    if (depth > mostDepth) return value
    const below = (inner: unknown, one: unknown) => this.#fromPlain(inner, one, depth + 1)
    if (Array.isArray(type)) {
      const look = Array.isArray(value) ? 'array' : typeof value
      const branch = this.plainBranches(type)?.find((one) => this.#findLook(one) === look)
      return branch === undefined || value === null ? value : { [this.#toTag(branch)]: below(branch, value) }
    }
    const written = this.#within(type, value, below)
    if (getAvroKind(type) !== 'record' || !isObject(written)) return written
    const missing = avroFields(type).filter(({ name }) => !Object.hasOwn(written, name))
    return Object.fromEntries([
      ...Object.entries(written),
      ...missing.flatMap((field) => Object.entries(this.#unset(field, depth))),
    ])
  }

  /** Converts the parts of a list, map or record by their types; unknown fields stay unchanged. */
  #within(type: unknown, value: unknown, change: (type: unknown, value: unknown) => unknown): unknown {
    const kind = getAvroKind(type)
    if (kind === 'array' && Array.isArray(value)) return value.map((one) => change(part(type, 'items'), one))
    if (!isObject(value)) return value
    if (kind === 'map') {
      return Object.fromEntries(
        Object.entries(value).map(([key, one]) => [key, change(part(type, 'values'), one)]),
      )
    }
    if (kind !== 'record') return value
    const types = new Map(avroFields(type).map((field) => [field.name, field.type]))
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, types.has(key) ? change(types.get(key), one) : one]),
    )
  }

  #unset({ name, type, default: known }: AvroField, depth: number): JsonObject {
    this.#filled += 1
    if (this.#filled > mostFilled) return {}
    const own = this.resolveType(type)
    if (Array.isArray(own) && own.includes('null')) return { [name]: null }
    if (known === undefined) {
      const zero = zeros.get(getAvroKind(own))
      return zero === undefined ? {} : { [name]: zero }
    }
    // The default of a union is a value of its first type.
    if (!Array.isArray(own)) return { [name]: this.#fromPlain(own, known, depth + 1) }
    return { [name]: { [this.#toTag(own[0])]: this.#fromPlain(own[0], known, depth + 1) } }
  }

  #findTagged(types: readonly unknown[], value: unknown): { type: unknown; value: unknown } | undefined {
    const [entry, ...others] = isObject(value) ? Object.entries(value) : []
    if (entry === undefined || others.length > 0) return undefined
    const [tag, inner] = entry
    const chosen = types.find((type) => {
      const own = this.resolveType(type)
      return type !== 'null' && (this.#toTag(type) === tag || (isObject(own) && own['name'] === tag))
    })
    return chosen === undefined ? undefined : { type: chosen, value: inner }
  }

  #toTag(type: unknown): string {
    const own = this.resolveType(type)
    return (isObject(own) ? this.#fullNames.get(own) : undefined) ?? getAvroKind(own)
  }

  #collect(type: unknown, namespace: string, depth: number): void {
    if (depth > mostDepth) return
    if (Array.isArray(type)) for (const one of type) this.#collect(one, namespace, depth + 1)
    if (!isObject(type)) return
    const { name, namespace: own } = type
    const within = typeof own === 'string' ? own : namespace
    if (typeof name === 'string' && isOwnKind(getAvroKind(type))) {
      const isPlain = name.includes('.') || within === '' || within.length > longestName
      const full = isPlain ? name : `${within}.${name}`
      this.#fullNames.set(type, full)
      for (const one of [name, full])
        if (one.length <= longestName && !this.#named.has(one)) this.#named.set(one, type)
    }
    const inner = [
      type['type'],
      type['items'],
      type['values'],
      ...avroFields(type).map((field) => field.type),
    ]
    for (const one of inner) this.#collect(one, within, depth + 1)
  }
}

export interface AvroField {
  readonly name: string
  readonly type: unknown
  readonly default: unknown
  readonly $ui: JsonObject
}

/** Returns the fields of a record that have a name. */
export function avroFields(type: unknown): readonly AvroField[] {
  const fields = part(type, 'fields')
  if (!Array.isArray(fields)) return []
  return fields
    .filter(isObject)
    .flatMap(({ name, type: own, default: known, $ui: hints }) =>
      typeof name === 'string'
        ? [{ name, type: own, default: known, $ui: isObject(hints) ? hints : {} }]
        : [],
    )
}

export function getAvroSymbols(type: unknown): readonly string[] | undefined {
  const symbols = part(type, 'symbols')
  return Array.isArray(symbols) ? symbols.filter((one) => typeof one === 'string') : undefined
}

/** Returns the kind of a type, such as `record` or `int`; empty for an invalid type. */
export function getAvroKind(type: unknown): string {
  const kind = isObject(type) ? type['type'] : type
  return typeof kind === 'string' ? kind : ''
}

/** Returns whether a kind is always written as an object. */
const isOwnKind = (kind: string) => ['record', 'enum', 'fixed', 'array', 'map'].includes(kind)

const part = (type: unknown, name: string) => (isObject(type) ? type[name] : undefined)

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
