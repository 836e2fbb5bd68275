import { Visitor } from 'rolldown/utils'
import { isCatalog, isTranslation } from '../catalog.ts'
import type { Offence, Rule } from '../offence.ts'
import type { Repository } from '../repository.ts'

/** What names or places something: a level of QoS, a line, a port has no separators. */
const NAMES = /^(qos|row|line|column|level|port|status|number|value|seconds|percent)$/

export const numbers: Rule = { name: 'numbers', check }

/** A sentence says `1,234`: a message prints a number by `formatNumber`, never as it is. */
function* check(repository: Repository): Generator<Offence> {
  for (const file of repository.code('packages/console/src')) {
    if (!isCatalog(file.path) && !isTranslation(file.path)) continue
    const offences: Offence[] = []
    const counts: string[][] = []
    new Visitor({
      ArrowFunctionExpression: ({ params }) => {
        counts.push(
          params.flatMap((param) =>
            param.type === 'Identifier' && param.typeAnnotation?.typeAnnotation.type === 'TSNumberKeyword'
              ? [param.name]
              : [],
          ),
        )
      },
      'ArrowFunctionExpression:exit': () => void counts.pop(),
      TemplateLiteral: ({ expressions }) => {
        for (const one of expressions)
          if (one.type === 'Identifier' && counts.flat().includes(one.name) && !NAMES.test(one.name))
            offences.push({
              path: file.path,
              line: file.lineAt(one.start),
              message: `prints ${one.name} without separators: formatNumber(${one.name})`,
            })
      },
    }).visit(file.syntax.program)
    yield* offences
  }
}
