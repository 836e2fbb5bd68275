import { Visitor } from 'rolldown/utils'
import * as v from 'valibot'
import { edgesOf } from '../module-graph.ts'
import type { Offence, Rule } from '../offence.ts'
import type { Repository } from '../repository.ts'
import type { SourceFile } from '../source-file.ts'

const CONSOLE = 'packages/console/'
/** The pages as data: these files name the files of the pages but never load them. */
const AS_DATA = './src/routes/*'
const OF_PAGES = /^(react|react-dom|@mantine\/.+|@tanstack\/.+|@tabler\/.+|@xyflow\/.+)(\/|$)/
const DOM = ['window', 'document']

const manifestSchema = v.object({ exports: v.optional(v.record(v.string(), v.string()), {}) })

/**
 * The modules that the server imports from the console must run without a page: everything that their entries reach
 * has no React, no component and no DOM access.
 */
export const pagesFree: Rule = { name: 'pages-free', check }

function* check(repository: Repository): Generator<Offence> {
  const manifest = repository.file(`${CONSOLE}package.json`)
  const { exports } = v.parse(manifestSchema, manifest ? JSON.parse(manifest.text) : {})
  const doors = Object.values(exports)
    .filter((door) => door !== AS_DATA)
    .map((door) => `${CONSOLE}${door.replace(/^\.\//, '').replace(/\*$/, '')}`)
  const reached = new Set(doors.flatMap((door) => repository.code(door)).filter(({ isTest }) => !isTest))
  // Iterating over a set includes the items that are added meanwhile.
  for (const file of reached) {
    yield* domIn(file)
    for (const { specifier, target, isType, line } of edgesOf(file)) {
      if (isType) continue
      const offence = { path: file.path, line }
      if (OF_PAGES.test(specifier)) yield { ...offence, message: `reaches ${specifier} from a door` }
      if (target?.startsWith(CONSOLE) !== true) continue
      if (/\.(tsx|css)$/.test(target)) yield { ...offence, message: `reaches ${target} from a door` }
      const next = repository.file(target)
      if (next?.isCode === true && !target.endsWith('.tsx')) reached.add(next)
    }
  }
}

function domIn(file: SourceFile): readonly Offence[] {
  const found: Offence[] = []
  new Visitor({
    MemberExpression({ object, start }) {
      if (object.type !== 'Identifier' || !DOM.includes(object.name)) return
      const message = `touches ${object.name}, and is reached from a door`
      found.push({ path: file.path, line: file.lineAt(start), message })
    },
  }).visit(file.syntax.program)
  return found
}
