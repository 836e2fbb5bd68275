import { Visitor } from 'rolldown/utils'
import * as v from 'valibot'
import { edgesOf } from '../module-graph.ts'
import type { Offence, Rule } from '../offence.ts'
import type { Repository } from '../repository.ts'
import type { SourceFile } from '../source-file.ts'

const CONSOLE = 'packages/console/'
/** Pages as data: they name their files, and never load them. */
const AS_DATA = './src/routes/*'
const OF_PAGES = /^(react|react-dom|@mantine\/.+|@tanstack\/.+|@tabler\/.+|@xyflow\/.+)(\/|$)/
const DOM = ['window', 'document']

const manifestSchema = v.object({ exports: v.optional(v.record(v.string(), v.string()), {}) })

/** What the server takes from the console runs without a page: whatever its doors reach has no React, no component and no DOM. */
export const pagesFree: Rule = { name: 'pages-free', check }

function* check(repository: Repository): Generator<Offence> {
  const manifest = repository.file(`${CONSOLE}package.json`)
  const { exports } = v.parse(manifestSchema, manifest ? JSON.parse(manifest.text) : {})
  const doors = Object.values(exports)
    .filter((door) => door !== AS_DATA)
    .map((door) => `${CONSOLE}${door.replace(/^\.\//, '').replace(/\*$/, '')}`)
  const reached = new Set(doors.flatMap((door) => repository.code(door)).filter(({ isTest }) => !isTest))
  // A set gives what is added while it is gone through.
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
