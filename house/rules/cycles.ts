import { graphOf } from '../module-graph.ts'
import type { Offence, Rule } from '../offence.ts'
import type { Repository } from '../repository.ts'

export const cycles: Rule = { name: 'cycles', check }

/** Type imports and lazy imports count too: files that import each other should be one file. */
function* check(repository: Repository): Generator<Offence> {
  const graph = graphOf(repository)
  for (const start of graph.keys()) {
    const way = wayBack(graph, start)
    if (way) yield { path: start, line: 1, message: `imports itself: ${way.join(' → ')}` }
  }
}

function wayBack(
  graph: ReadonlyMap<string, readonly string[]>,
  start: string,
): readonly string[] | undefined {
  const cameFrom = new Map<string, string>()
  const waiting = [start]
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    for (const next of graph.get(path) ?? []) {
      if (next === start) return [...trail(cameFrom, path), start]
      if (cameFrom.has(next)) continue
      cameFrom.set(next, path)
      waiting.push(next)
    }
  }
  return undefined
}

function trail(cameFrom: ReadonlyMap<string, string>, end: string): readonly string[] {
  const steps = [end]
  for (let path = cameFrom.get(end); path !== undefined; path = cameFrom.get(path)) steps.unshift(path)
  return steps
}
