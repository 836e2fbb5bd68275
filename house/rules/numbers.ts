import { Visitor } from 'rolldown/utils'
import { isCatalog, isTranslation } from '../catalog.ts'
import type { Offence, Rule } from '../offence.ts'
import type { Repository } from '../repository.ts'

/** Names of parameters that identify or locate something: a QoS level, a line or a port has no thousands separators. */
const NAMES = /^(qos|row|line|column|level|port|status|number|value|seconds|percent)$/

export const numbers: Rule = { name: 'numbers', check }

/** Numbers are shown like `1,234`: a message must format a number with `formatNumber`. */
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
