import { Visitor } from 'rolldown/utils'
import type { Offence, Rule } from '../offence.ts'
import type { Repository } from '../repository.ts'

export const squeezedLiterals: Rule = { name: 'squeezed-literals', check }

/** Fields and items must be written directly: `{ ...{ a, b }, c }` saves lines and hides them. */
function* check(repository: Repository): Generator<Offence> {
  for (const file of repository.code()) {
    const lines: number[] = []
    new Visitor({
      ObjectExpression: ({ properties }) => {
        for (const one of properties)
          if (one.type === 'SpreadElement' && one.argument.type === 'ObjectExpression')
            lines.push(file.lineAt(one.start))
      },
      ArrayExpression: ({ elements }) => {
        for (const one of elements)
          if (one?.type === 'SpreadElement' && one.argument.type === 'ArrayExpression')
            lines.push(file.lineAt(one.start))
      },
    }).visit(file.syntax.program)
    for (const line of lines)
      yield { path: file.path, line, message: 'spreads a literal into a literal: write what is in it' }
  }
}
