export interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

export interface MetricFamily {
  readonly name: string
  /** `counter`, `gauge`, …; `untyped` if the text does not name the type. */
  readonly kind: string
  readonly samples: readonly Sample[]
}

const labelPattern = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g
const samplePattern = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})?\s+(\S+)(?:\s+-?\d+)?$/

/** Parses the text exposition format of Prometheus; invalid lines are left out. */
export function parseExposition(text: string): readonly MetricFamily[] {
  const families = new Map<string, { kind: string; samples: Sample[] }>()
  const family = (name: string) => {
    const known = families.get(name) ?? { kind: 'untyped', samples: [] }
    families.set(name, known)
    return known
  }
  for (const line of text.split('\n')) {
    const [, typed, kind] = /^# TYPE (\S+) (\S+)/.exec(line) ?? []
    if (typed !== undefined && kind !== undefined) family(typed).kind = kind
    const sample = line.startsWith('#') ? undefined : parseSample(line)
    if (sample !== undefined) family(sample.name).samples.push(sample)
  }
  return [...families].map(([name, { kind, samples }]) => ({ name, kind, samples }))
}

function parseSample(line: string): Sample | undefined {
  const [, name, labels = '', value] = samplePattern.exec(line.trim()) ?? []
  if (name === undefined || value === undefined) return undefined
  return { name, labels: parseLabels(labels), value: parseValue(value) }
}

function parseLabels(text: string): Sample['labels'] {
  const pairs = [...text.matchAll(labelPattern)].map(
    ([, name = '', value = '']) => [name, unescapeLabel(value)] as const,
  )
  return Object.fromEntries(pairs)
}

const unescapeLabel = (value: string): string =>
  value.replace(/\\(.)/g, (_, character: string) => (character === 'n' ? '\n' : character))

function parseValue(text: string): number {
  if (/^[+-]?inf$/i.test(text))
    return text.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
  return Number(text)
}
