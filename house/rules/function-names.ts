import { type ESTree, Visitor } from 'rolldown/utils'
import type { Offence, Rule } from '../offence.ts'
import type { Repository } from '../repository.ts'
import type { SourceFile } from '../source-file.ts'

/** Combinators of schemas, as valibot's users know them. */
const FIELD_TERMS: ReadonlySet<string> = new Set(['oneOf', 'listOf', 'mapOf', 'required'])

const IRREGULAR =
  'told|given|made|kept|said|seen|shown|known|held|taken|found|written|drawn|chosen|heard|left|meant|spelt|built|thrown|gone|spoken|broken|hidden'
const PARTICIPLE = new RegExp(`^(${IRREGULAR}|[a-z]{2,}ed)(?=[A-Z]|$)`)
/** Verbs and nouns that end like a participle. */
const NO_PARTICIPLE = /^(embed|exceed|feed|need|proceed|seed|shed|speed|succeed)(?=[A-Z]|$)/

export const functionNames: Rule = { name: 'function-names', check }

/** A function is called by what it does or gives, and an exported name stands once in a package. */
function* check(repository: Repository): Generator<Offence> {
  const exportedIn = new Map<string, string>()
  for (const file of repository.code('packages/')) {
    if (file.isTest) continue
    for (const { name, line } of functions(file)) {
      if (FIELD_TERMS.has(name)) continue
      if (/^[a-z]\w*Of$/.test(name))
        yield { path: file.path, line, message: `${name}: say what it does, such as find, count or to` }
      if (PARTICIPLE.test(name) && !NO_PARTICIPLE.test(name))
        yield { path: file.path, line, message: `${name} names a value: call the function by a verb` }
    }
    // The words of a page are imported under one name everywhere.
    if (/\/messages(\/|\.)|\.zh\.ts$/.test(file.path)) continue
    for (const name of new Set(ownExports(file))) {
      const key = `${file.path.split('/')[1]} ${name}`
      const other = exportedIn.get(key)
      if (other !== undefined)
        yield { path: file.path, line: 1, message: `${name} is exported by ${other} too` }
      exportedIn.set(key, file.path)
    }
  }
}

function ownExports(file: SourceFile): readonly string[] {
  return file.syntax.exports
    .filter(({ name, isType, isReExport }) => !isType && !isReExport && name !== 'default')
    .map(({ name }) => name)
}

/** Declared functions, constants that are one, and methods. */
function functions(file: SourceFile): readonly { readonly name: string; readonly line: number }[] {
  const found: { readonly name: string; readonly line: number }[] = []
  const add = (key: ESTree.Node | null) => {
    if (key?.type === 'Identifier' || key?.type === 'PrivateIdentifier')
      found.push({ name: key.name, line: file.lineAt(key.start) })
  }
  new Visitor({
    FunctionDeclaration: (node) => add(node.id),
    VariableDeclarator: (node) => {
      if (/^(ArrowFunction|Function)Expression$/.test(node.init?.type ?? '')) add(node.id)
    },
    MethodDefinition: (node) => {
      if (node.kind === 'method') add(node.key)
    },
  }).visit(file.syntax.program)
  return found
}
