import { registryLines } from './function-lines.ts'
import type { Expression } from './statement.ts'
import { nearest, type StatementProblem, toFixed } from './statement-problem.ts'

/**
 * The functions whose first argument is a schema name; the other functions take a name in an external registry, or
 * bytes.
 */
const takesSchema: ReadonlySet<string> = new Set(
  registryLines.flatMap(([call]) => /^(\w+)\(schema,/.exec(call)?.[1] ?? []),
)

/** The names of the schemas; undefined if they are not all known. */
export type Registered = ReadonlySet<string> | undefined

/** The maximum number of names that are compared with the given name. */
const mostCompared = 1000

/** Reports missing schemas whose name is a literal; a computed name is only known when the rule runs. */
export function* absentSchemas(
  { callee, args: [schema] }: Extract<Expression, { kind: 'call' }>,
  known: Registered,
): Generator<StatementProblem> {
  if (known === undefined) return
  const [step] = callee.steps
  if (step?.kind !== 'key' || callee.steps.length > 1 || !takesSchema.has(step.key)) return
  if (schema?.kind !== 'literal' || !('value' in schema) || typeof schema.value !== 'string') return
  const { value: name, from, to } = schema
  // A broker has internal schemas that it does not list.
  if (name.startsWith('__') || known.has(name)) return
  const near = nearest(name, [...known].slice(0, mostCompared))
  yield { kind: 'unknown-schema', name, near, from, to, ...toFixed(schema, near, quoteName) }
}

const quoteName = (name: string) => `'${name.replaceAll("'", "''")}'`
