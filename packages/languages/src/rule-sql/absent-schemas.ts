import { registryLines } from './function-lines.ts'
import type { Expression } from './statement.ts'
import { nearest, type StatementProblem, toFixed } from './statement-problem.ts'

/** Their first argument is the name of a schema; of the others it is that of somebody else's registry, or bytes. */
const takesSchema: ReadonlySet<string> = new Set(
  registryLines.flatMap(([call]) => /^(\w+)\(schema,/.exec(call)?.[1] ?? []),
)

/** Names of schemas; undefined where nobody knows all of them. */
export type Registered = ReadonlySet<string> | undefined

/** More of them nobody compares with what was typed. */
const mostCompared = 1000

/** A name that is written out: what is computed is known when the rule runs. */
export function* absentSchemas(
  { callee, args: [schema] }: Extract<Expression, { kind: 'call' }>,
  known: Registered,
): Generator<StatementProblem> {
  if (known === undefined) return
  const [step] = callee.steps
  if (step?.kind !== 'key' || callee.steps.length > 1 || !takesSchema.has(step.key)) return
  if (schema?.kind !== 'literal' || !('value' in schema) || typeof schema.value !== 'string') return
  const { value: name, from, to } = schema
  // A broker has some of its own, and lists none of them.
  if (name.startsWith('__') || known.has(name)) return
  const near = nearest(name, [...known].slice(0, mostCompared))
  yield { kind: 'unknown-schema', name, near, from, to, ...toFixed(schema, near, quoteName) }
}

const quoteName = (name: string) => `'${name.replaceAll("'", "''")}'`
