import { Visitor } from 'rolldown/utils'
import { edgesOf } from '../module-graph.ts'
import type { Offence, Rule } from '../offence.ts'
import type { Repository } from '../repository.ts'
import type { SourceFile } from '../source-file.ts'

const TABLE = 'packages/console/src/app/routes.tsx'
const VISITS = 'e2e/routes.ts'

export const routes: Rule = { name: 'routes', check }

/** Every page that the route table loads has a test beside it, every path in the table is visited in a browser. */
function* check(repository: Repository): Generator<Offence> {
  const table = repository.file(TABLE)
  if (!table) return
  for (const { target, isDynamic, line } of edgesOf(table)) {
    if (!isDynamic || !target?.endsWith('-page.tsx')) continue
    const test = target.replace(/\.tsx$/, '.test.tsx')
    if (!repository.file(test)) yield { path: TABLE, line, message: `${target} has no page test` }
  }
  const visited = repository.file(VISITS)?.text ?? ''
  for (const { path, line } of pathsIn(table))
    if (!visited.includes(`'${path}'`))
      yield { path: TABLE, line, message: `${VISITS} does not visit ${path}` }
}

function pathsIn(table: SourceFile): readonly { path: string; line: number }[] {
  const paths: { path: string; line: number }[] = []
  new Visitor({
    Literal: ({ value, start }) => {
      if (typeof value === 'string' && value.startsWith('/'))
        paths.push({ path: value, line: table.lineAt(start) })
    },
  }).visit(table.syntax.program)
  return paths
}
