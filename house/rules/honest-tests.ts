import { type ESTree, Visitor } from 'rolldown/utils'
import type { Offence, Rule } from '../offence.ts'
import type { Repository } from '../repository.ts'

const FORBIDDEN: ReadonlyMap<string, string> = new Map([
  // A test that needs material that may be absent must use `needing`, which names the material in the test and is
  // counted in the summary.
  ['runIf', 'skips without a reason'],
  ['skip', 'skips'],
  ['skipIf', 'skips'],
  ['only', 'runs alone'],
  ['todo', 'is a wish'],
  ['fixme', 'is a wish'],
  ['toMatchSnapshot', 'compares with a snapshot'],
  ['toMatchInlineSnapshot', 'compares with a snapshot'],
  ['waitForTimeout', 'sleeps'],
  ['getByTestId', 'looks for a test id'],
  ['findByTestId', 'looks for a test id'],
  ['queryByTestId', 'looks for a test id'],
])
/** The files that implement such skips once: for unit and page tests, and for browser tests. */
const NEEDING: readonly string[] = ['packages/contract/src/testing/needing.ts', 'e2e/other-engines.ts']
const SUBJECTS = /^(it|test|describe|expect|page|screen|vi|context|ctx)$/

export const honestTests: Rule = { name: 'honest-tests', check }

function* check(repository: Repository): Generator<Offence> {
  for (const file of repository.code()) {
    const offences: Offence[] = []
    const note = (node: ESTree.Node, message: string) => {
      offences.push({ path: file.path, line: file.lineAt(node.start), message })
    }
    new Visitor({
      JSXAttribute: (node) => {
        if (node.name.type === 'JSXIdentifier' && node.name.name === 'data-testid')
          note(node, 'bears a test id')
      },
      MemberExpression: (node) => {
        if (!file.isTest || NEEDING.includes(file.path) || node.property.type !== 'Identifier') return
        const message = FORBIDDEN.get(node.property.name)
        const isWord = /^(skip|skipIf|runIf|only|todo|fixme)$/.test(node.property.name)
        if (message && (!isWord || SUBJECTS.test(subjectOf(node.object)))) note(node, message)
        if (node.property.name === 'mock' && subjectOf(node.object) === 'vi') note(node, 'replaces a module')
      },
      NewExpression: (node) => {
        const text = file.text.slice(node.start, node.end)
        if (file.isTest && /^new Promise\b[^;]*\bsetTimeout\(\s*\w+\s*,/.test(text)) note(node, 'sleeps')
      },
    }).visit(file.syntax.program)
    yield* offences
  }
}

function subjectOf(node: ESTree.Expression | ESTree.Super): string {
  if (node.type === 'Identifier') return node.name
  if (node.type === 'MemberExpression') return subjectOf(node.object)
  return node.type === 'CallExpression' ? subjectOf(node.callee) : ''
}
