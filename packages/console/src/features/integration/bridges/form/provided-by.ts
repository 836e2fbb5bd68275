import { findSourceColumns, knownEvents } from '@brokerdeck/languages/rule-sql/event-columns.ts'
import { parseStatement } from '@brokerdeck/languages/rule-sql/parse-statement.ts'
import type { Field, Reference, Source } from '@brokerdeck/languages/rule-sql/statement.ts'

/** Tells whether a rule hands on the value that a placeholder names, such as `severity` or `payload.t`. */
export type Provides = (name: string) => boolean

const anything: Provides = () => true

/** Finds what the statement of a rule hands on to its actions. Names that cannot be determined count as provided. */
export function findProvided(sql: string): Provides {
  const parsed = parseStatement(sql)
  if ('fault' in parsed) return anything
  const { kind, fields, each, sources } = parsed.statement
  const given = kind === 'foreach' ? each : fields
  const names = given?.map((field) => findFieldNames(field, sources))
  if (names === undefined || names.includes('anything')) return anything
  const all = names.flatMap((some) => (some === 'anything' ? [] : some))
  return (name) => all.some((one) => one === name || name.startsWith(`${one}.`) || one.startsWith(`${name}.`))
}

function findFieldNames(field: Field, sources: readonly Source[]): readonly string[] | 'anything' {
  if (field.kind === 'everything') {
    const offered = sources.map((source) => findSourceColumns(source, knownEvents) ?? 'anything')
    return offered.includes('anything') ? 'anything' : offered.flatMap((one) => [...one])
  }
  const { value, alias } = field
  if (alias?.kind === 'literal') return 'value' in alias ? [String(alias.value)] : 'anything'
  const reference = alias ?? (value.kind === 'reference' ? value : undefined)
  // The broker generates a name for this column.
  if (reference === undefined) return 'anything'
  return toReferencePath(reference)
}

function toReferencePath({ steps }: Reference): readonly string[] | 'anything' {
  const keys = steps.flatMap((step) => (step.kind === 'key' ? [step.key] : []))
  return keys.length === 0 ? 'anything' : [keys.join('.')]
}
