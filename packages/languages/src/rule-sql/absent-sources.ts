import { filtersOverlap } from '../topic.ts'
import type { Source } from './statement.ts'
import { nearest, type StatementProblem, toFixed } from './statement-problem.ts'

/** Reports missing sources. Both prefixes name the same source, and a rule may name several sources with a wildcard. */
export function* absentSources(
  sources: readonly Source[],
  known: readonly string[],
): Generator<StatementProblem> {
  for (const source of sources) {
    const { name, from, to } = source
    if (!/^\$(?:bridges|sources)\//.test(name)) continue
    const bridge = name.replace(/^\$sources/, '$bridges')
    if (known.some((one) => filtersOverlap(bridge, one))) continue
    const near = nearest(bridge, known, 2)
    yield { kind: 'unknown-source', name, near, from, to, ...toFixed(source, near, (text) => `"${text}"`) }
  }
}
