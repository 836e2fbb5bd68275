import { Visitor } from 'rolldown/utils'
import { graphOf } from '../module-graph.ts'
import type { Offence, Rule } from '../offence.ts'
import type { Repository } from '../repository.ts'

const DECLARATIONS = 'packages/console/src/routes/'
const FEATURES = 'packages/console/src/features/'
const LOGIN = `${FEATURES}system/login/`

export const routes: Rule = { name: 'routes', check }

/**
 * Every declared page must exist with a test beside it, and every existing page must be declared or be a part of a
 * declared page.
 */
function* check(repository: Repository): Generator<Offence> {
  const declared = new Set<string>()
  for (const file of repository.code(DECLARATIONS)) {
    if (file.isTest) continue
    const pages: { path: string; line: number }[] = []
    new Visitor({
      Property: ({ key, value, start }) => {
        if (key.type === 'Identifier' && key.name === 'page' && value.type === 'Literal')
          pages.push({ path: `${FEATURES}${value.value}.tsx`, line: file.lineAt(start) })
      },
    }).visit(file.syntax.program)
    for (const { path, line } of pages) {
      declared.add(path)
      if (!repository.file(path)) yield { path: file.path, line, message: `there is no page ${path}` }
      else if (!repository.file(path.replace(/\.tsx$/, '.test.tsx')))
        yield { path: file.path, line, message: `${path} has no page test` }
    }
  }
  if (declared.size === 0) return
  const imported = new Set([...graphOf(repository).values()].flat())
  for (const { path, name, isTest } of repository.code(FEATURES))
    if (
      name.endsWith('-page.tsx') &&
      !isTest &&
      !path.startsWith(LOGIN) &&
      !declared.has(path) &&
      !imported.has(path)
    )
      yield { path, line: 1, message: 'is a page that no route leads to' }
}
