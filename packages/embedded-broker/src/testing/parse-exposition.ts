export interface Sample {
  readonly name: string
  /** The labels, sorted by name. */
  readonly labels: readonly (readonly [name: string, value: string])[]
  readonly value: number
}

const metricName = '[a-zA-Z_:][a-zA-Z0-9_:]*'
const comment = new RegExp(`^# (TYPE|HELP) (${metricName}) (.*)$`)
const start = new RegExp(`^${metricName}`)
const label = /^([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\]|\\["\\n])*)"(,?)/
const number = /^ ([+-]?(?:\d+(?:\.\d*)?(?:e[+-]?\d+)?|Inf|NaN))$/i
const kinds: ReadonlySet<string> = new Set(['counter', 'gauge', 'histogram', 'summary', 'untyped'])

const unescaped: Readonly<Record<string, string>> = { '\\n': '\n', '\\"': '"', '\\\\': '\\' }

/** Parses a sample; throws an exception if a label does not follow the format. */
function parseSample(line: string): Sample {
  const [name] = start.exec(line) ?? []
  if (name === undefined) throw new Error(`no metric: ${JSON.stringify(line)}`)
  let rest = line.slice(name.length)
  const labels = new Map<string, string>()
  if (rest.startsWith('{')) {
    rest = rest.slice(1)
    while (!rest.startsWith('}')) {
      const [whole, key = '', value = '', comma] = label.exec(rest) ?? []
      if (whole === undefined || labels.has(key) || key.startsWith('__'))
        throw new Error(`no label: ${JSON.stringify(rest)}`)
      labels.set(
        key,
        value.replaceAll(/\\./g, (pair) => unescaped[pair] ?? pair),
      )
      rest = rest.slice(whole.length)
      if (comma === '' && !rest.startsWith('}')) throw new Error(`no comma: ${JSON.stringify(rest)}`)
    }
    rest = rest.slice(1)
  }
  const [, value] = number.exec(rest) ?? []
  if (value === undefined) throw new Error(`no value: ${JSON.stringify(line)}`)
  return {
    name,
    labels: [...labels].toSorted(([a], [b]) => (a < b ? -1 : 1)),
    value: Number(value.replace('Inf', 'Infinity')),
  }
}

/** Returns the metric to which a sample of a histogram or a summary belongs. */
function familyIn(types: ReadonlyMap<string, string>, name: string): string {
  const base = name.replace(/_(?:bucket|sum|count)$/, '')
  return types.has(name) ? name : base
}

/**
 * Parses the text format 0.0.4 of Prometheus as strictly as its description. Throws an exception for invalid UTF-8,
 * lines that are neither comments nor samples, metrics without a type, with two types, or in several parts, and
 * duplicate series.
 */
export function parseExposition(bytes: Uint8Array): readonly Sample[] {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  if (!text.endsWith('\n')) throw new Error('the last line has no end')
  const types = new Map<string, string>()
  const samples: Sample[] = []
  const series = new Set<string>()
  const over = new Set<string>()
  let current: string | undefined
  for (const line of text.split('\n')) {
    if (line === '') continue
    if (line.startsWith('#')) {
      const [, what, name = '', rest = ''] = comment.exec(line) ?? []
      if (what === undefined) throw new Error(`no comment: ${JSON.stringify(line)}`)
      if (what !== 'TYPE') continue
      if (types.has(name) || !kinds.has(rest)) throw new Error(`no type: ${JSON.stringify(line)}`)
      types.set(name, rest)
      continue
    }
    const sample = parseSample(line)
    const family = familyIn(types, sample.name)
    if (!types.has(family)) throw new Error(`${sample.name} has no type`)
    if (family !== current && over.has(family)) throw new Error(`${family} is torn apart`)
    current = family
    over.add(family)
    const key = JSON.stringify([sample.name, sample.labels])
    if (series.has(key)) throw new Error(`${key} is there twice`)
    series.add(key)
    samples.push(sample)
  }
  return samples
}
