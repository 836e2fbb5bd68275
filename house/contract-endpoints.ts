import { type ESTree, Visitor } from 'rolldown/utils'
import type { Repository } from './repository.ts'

export interface ContractEndpoint {
  readonly resource: string
  readonly name: string
  readonly method: string
  /** The route below `/api/v5`, with parameters as `:name`. */
  readonly route: string
  /** The path of the file that declares the endpoint. */
  readonly path: string
  readonly line: number
}

/** Returns the endpoints of every `export const users = { list: endpoint({…}), … }` in the contract. */
export function contractEndpoints(repository: Repository): readonly ContractEndpoint[] {
  const found: ContractEndpoint[] = []
  for (const file of repository.code('packages/contract/src/')) {
    if (file.isTest) continue
    new Visitor({
      VariableDeclarator: ({ id, init }) => {
        if (id.type !== 'Identifier') return
        for (const property of propertiesOf(init))
          if (isEndpoint(property) && property.key.type === 'Identifier')
            found.push({
              resource: id.name,
              name: property.key.name,
              method: textOf(property.value, 'method'),
              route: textOf(property.value, 'path'),
              path: file.path,
              line: file.lineAt(property.start),
            })
      },
    }).visit(file.syntax.program)
  }
  return found
}

function propertiesOf(init: ESTree.Expression | null): readonly ESTree.ObjectProperty[] {
  if (init?.type === 'TSAsExpression' || init?.type === 'TSSatisfiesExpression')
    return propertiesOf(init.expression)
  if (init?.type !== 'ObjectExpression') return []
  return init.properties.flatMap((property) => (property.type === 'Property' ? [property] : []))
}

function isEndpoint({ value }: ESTree.ObjectProperty): boolean {
  return (
    value.type === 'CallExpression' && value.callee.type === 'Identifier' && value.callee.name === 'endpoint'
  )
}

function textOf(call: ESTree.Expression, name: string): string {
  const [spec] = call.type === 'CallExpression' ? call.arguments : []
  if (spec?.type !== 'ObjectExpression') return ''
  for (const property of spec.properties) {
    if (property.type !== 'Property' || property.key.type !== 'Identifier' || property.key.name !== name)
      continue
    const { value } = property
    if (value.type === 'Literal' && typeof value.value === 'string') return value.value
  }
  return ''
}
