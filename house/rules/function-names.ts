import { type ESTree, Visitor } from 'rolldown/utils'
import type { Offence, Rule } from '../offence.ts'
import type { Repository } from '../repository.ts'
import type { SourceFile } from '../source-file.ts'

/** Combinators of schemas, with the names known from valibot. */
const FIELD_TERMS: ReadonlySet<string> = new Set(['oneOf', 'listOf', 'mapOf', 'required'])

const IRREGULAR =
  'told|given|made|kept|said|seen|shown|known|held|taken|found|written|drawn|chosen|heard|left|meant|spelt|built|thrown|gone|spoken|broken|hidden'
const PARTICIPLE = new RegExp(`^(${IRREGULAR}|[a-z]{2,}ed)(?=[A-Z]|$)`)
/** Verbs and nouns that end like a participle. */
const NO_PARTICIPLE = /^(embed|exceed|feed|need|proceed|seed|shed|speed|succeed)(?=[A-Z]|$)/

/**
 * Type names that do not describe their content: types of options end in Options, of props in Props, of injected
 * dependencies in Deps.
 */
const VAGUE_TYPE =
  /^(Answered|Ask|Asked|Asking|Chosen|Comparing|Described|Found|Given|Kept|Known|Lacking|Listed|Made|Named|Part|Parts|Place|Replacing|Running|Said|Sent|Shown|Surroundings|Told|Typed|Uses|Waiting|Wanted|Watched|Who|Wishes|Words|Written)$/
/** The file that defines the types of all message catalogs. */
const WORDS = 'packages/console/src/i18n/words.ts'

export const functionNames: Rule = { name: 'function-names', check }

/**
 * A function must be named after its action or result and a type after its content, and an exported name must be
 * unique in its package.
 */
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
    if (file.path !== WORDS)
      for (const { name, line } of types(file))
        if (VAGUE_TYPE.test(name))
          yield {
            path: file.path,
            line,
            message: `${name}: say what it is, such as ItemProps or ItemOptions`,
          }
    // The messages of a page are imported under the same name everywhere.
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

/** Returns the declared types, exported or not. */
function types(file: SourceFile): readonly { readonly name: string; readonly line: number }[] {
  const found: { readonly name: string; readonly line: number }[] = []
  const add = ({ id }: { readonly id: { readonly name: string; readonly start: number } }) =>
    found.push({ name: id.name, line: file.lineAt(id.start) })
  new Visitor({ TSInterfaceDeclaration: add, TSTypeAliasDeclaration: add }).visit(file.syntax.program)
  return found
}

/** Returns the declared functions, constants that hold a function, and methods. */
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
