import { type ESTree, Visitor } from 'rolldown/utils'
import type { Offence, Rule } from '../offence.ts'
import type { Repository } from '../repository.ts'

const MAX_LINES = 120
const COMPONENT = /^[A-Z][A-Za-z0-9]*$/

export const componentSize: Rule = { name: 'component-size', check }

function* check(repository: Repository): Generator<Offence> {
  for (const file of repository.code('packages/')) {
    if (!file.path.endsWith('.tsx') || file.isTest) continue
    const offences: Offence[] = []
    const measure = (name: string | undefined, node: ESTree.Node) => {
      if (!name || !COMPONENT.test(name)) return
      const line = file.lineAt(node.start)
      const lines = file.lineAt(node.end) - line + 1
      if (lines > MAX_LINES)
        offences.push({ path: file.path, line, message: `${name} has ${lines} lines, at most ${MAX_LINES}` })
    }
    new Visitor({
      FunctionDeclaration: (node) => measure(node.id?.name, node),
      VariableDeclarator: (node) => {
        const isFunction = /^(ArrowFunction|Function|Call)Expression$/.test(node.init?.type ?? '')
        if (isFunction && node.id.type === 'Identifier') measure(node.id.name, node)
      },
    }).visit(file.syntax.program)
    yield* offences
  }
}
