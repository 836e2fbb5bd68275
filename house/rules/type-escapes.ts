import { type ESTree, Visitor } from 'rolldown/utils'
import type { Offence, Rule } from '../offence.ts'
import type { Repository } from '../repository.ts'

export const typeEscapes: Rule = { name: 'type-escapes', check }

function* check(repository: Repository): Generator<Offence> {
  for (const file of repository.code()) {
    const offences: Offence[] = []
    const note = (node: ESTree.Node, message: string) => {
      offences.push({ path: file.path, line: file.lineAt(node.start), message })
    }
    new Visitor({
      TSAnyKeyword: (node) => note(node, 'any'),
      TSAsExpression: (node) => {
        if (!isConst(node.typeAnnotation)) note(node, 'as, other than as const')
      },
      TSTypeAssertion: (node) => note(node, 'a type assertion'),
      TSNonNullExpression: (node) => note(node, 'a non-null assertion'),
      VariableDeclarator: (node) => {
        if (node.definite) note(node, 'a definite assignment')
      },
      PropertyDefinition: (node) => {
        if (node.definite) note(node, 'a definite assignment')
      },
    }).visit(file.syntax.program)
    yield* offences
  }
}

function isConst(type: ESTree.TSType): boolean {
  return (
    type.type === 'TSTypeReference' && type.typeName.type === 'Identifier' && type.typeName.name === 'const'
  )
}
