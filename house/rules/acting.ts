import { edgesOf } from '../module-graph.ts'
import type { Offence, Rule } from '../offence.ts'
import type { Repository } from '../repository.ts'

const CONSOLE = 'packages/console/src/'
const CACHE = `${CONSOLE}api/`
const ACTING = `${CONSOLE}acting/`
const BULK = `${CONSOLE}kit/dialogs/bulk.tsx`

export const acting: Rule = { name: 'acting', check }

/** The data that a write refreshes is declared at its endpoint, and an operation on many items is an action. */
function* check(repository: Repository): Generator<Offence> {
  for (const file of repository.code(CONSOLE)) {
    const { path, text, isTest } = file
    if (isTest) continue
    const at = text.search(/\.(?:invalidateQueries|resetQueries)\(/)
    if (at >= 0 && !path.startsWith(CACHE))
      yield {
        path,
        line: file.lineAt(at),
        message: 'asks again by hand: say at the endpoint what it refreshes',
      }
    if (path.startsWith(ACTING)) continue
    for (const { target, line } of edgesOf(file))
      if (target === BULK) yield { path, line, message: 'is a bulk of its own: use an action' }
  }
}
