import { type ESTree, Visitor } from 'rolldown/utils'
import { edgesOf } from '../module-graph.ts'
import type { Offence, Rule } from '../offence.ts'
import type { Repository } from '../repository.ts'
import type { SourceFile } from '../source-file.ts'

const DECLARATIONS = 'packages/console/src/routes/'
const CONSOLE = 'packages/console/src/'

export const sortedLists: Rule = { name: 'sorted-lists', check }

/**
 * The types refuse a sortable column that the page does not declare (0077). This rule checks the opposite: every
 * declared sort key must belong to a sortable column, and the name column, which the description of a resource adds
 * by a keyword, must be declared.
 */
function* check(repository: Repository): Generator<Offence> {
  const sources = repository
    .code(CONSOLE)
    .filter(({ path, isTest }) => !isTest && !path.startsWith(DECLARATIONS))
  for (const file of repository.code(DECLARATIONS)) {
    if (file.isTest) continue
    for (const { name, sorts, line } of listsIn(file)) {
      const lists = sources.filter(({ text }) => isListOf(name, text))
      const named = lists.some(({ text }) => hasSortedNames(text))
      const parts = lists.flatMap((list) => [list, ...importsOf(repository, list)])
      const used = [...parts.map(sortableIn), named ? new Set(['member']) : new Set<string>()]
      const unused = sorts.filter((sort) => !used.some((ids) => ids.has(sort)))
      for (const sort of unused)
        yield { path: file.path, line, message: `no column of the list of ${name} sorts it by ${sort}` }
      if (named && !sorts.includes('member'))
        yield { path: file.path, line, message: `the names in the list of ${name} sort it by member` }
    }
  }
}

function isListOf(name: string, text: string): boolean {
  return [`page="${name}"`, `address: linkTo('${name}'`, `SortOf<'${name}'>`].some((one) =>
    text.includes(one),
  )
}

/**
 * Returns true if a description has `'name'` among its columns: that column is sortable unless the list has an order
 * of its own.
 */
function hasSortedNames(text: string): boolean {
  return /\bdeclareResource\(/.test(text) && /\[\s*'name'\s*[,\]]/.test(text) && !/^\s*order: \{/m.test(text)
}

function importsOf(repository: Repository, file: SourceFile): readonly SourceFile[] {
  return edgesOf(file).flatMap(({ target }) => {
    const imported = target === undefined ? undefined : repository.file(target)
    return imported?.isCode && !imported.path.startsWith(DECLARATIONS) ? [imported] : []
  })
}

/** Returns the sortable columns; for a file that creates columns by a function of their ID, all of its words. */
function sortableIn({ text, syntax }: SourceFile): ReadonlySet<string> {
  if (!text.includes('sortable')) return new Set()
  const ids = new Set<string>()
  const words = new Set<string>()
  let isMadeByFunction = false
  const idOf = (value: ESTree.Node | undefined) => {
    if (value?.type === 'Literal') ids.add(String(value.value))
    else isMadeByFunction = true
  }
  new Visitor({
    Literal: ({ value }) => void words.add(String(value)),
    Property: ({ key }) => {
      if (key.type === 'Identifier') words.add(key.name)
    },
    ObjectExpression: (node) => {
      const id = propertyOf(node, 'id')
      if (id !== undefined && isSorting(node)) idOf(id)
    },
    CallExpression: ({ arguments: given }) => {
      const sorts = (one: ESTree.Node) =>
        one.type === 'ObjectExpression' && isSorting(one) && propertyOf(one, 'id') === undefined
      if (given.some(sorts)) idOf(given[0])
    },
  }).visit(syntax.program)
  return isMadeByFunction ? new Set([...ids, ...words]) : ids
}

function isSorting(column: ESTree.ObjectExpression): boolean {
  const sortable = propertyOf(column, 'sortable')
  return sortable !== undefined && !(sortable.type === 'Literal' && sortable.value === false)
}

function propertyOf({ properties }: ESTree.ObjectExpression, name: string): ESTree.Node | undefined {
  for (const one of properties)
    if (one.type === 'Property' && one.key.type === 'Identifier' && one.key.name === name) return one.value
  return undefined
}

interface DeclaredList {
  readonly name: string
  readonly sorts: readonly string[]
  readonly line: number
}

/** Returns the routes of a file that have a list in their `search`, with the sort keys of the list. */
function listsIn(file: SourceFile): readonly DeclaredList[] {
  const aliases = new Map<string, ESTree.Node>()
  const lists: DeclaredList[] = []
  const { program } = file.syntax
  new Visitor({
    TSTypeAliasDeclaration: ({ id, typeAnnotation }) => void aliases.set(id.name, typeAnnotation),
  }).visit(program)
  new Visitor({
    Property: ({ key, value, start }) => {
      const declared = value.type === 'CallExpression' ? value.arguments[0] : value
      if (key.type !== 'Identifier' || declared?.type !== 'ObjectExpression') return
      const search = propertyOf(declared, 'search')
      if (search?.type !== 'CallExpression') return
      const types = listTypesIn(search.typeArguments?.params ?? [], aliases)
      if (types.length > 0)
        lists.push({ name: key.name, sorts: types.flatMap(textsOf), line: file.lineAt(start) })
    },
  }).visit(program)
  return lists
}

/** Returns `By` of the types `List<Read, By>` and `ListView<By>`, including aliases of these types in the file. */
function listTypesIn(
  types: readonly ESTree.Node[],
  aliases: ReadonlyMap<string, ESTree.Node>,
): readonly (ESTree.Node | undefined)[] {
  return types.flatMap((type): readonly (ESTree.Node | undefined)[] => {
    if (type.type === 'TSIntersectionType') return listTypesIn(type.types, aliases)
    if (type.type !== 'TSTypeReference' || type.typeName.type !== 'Identifier') return []
    const { name } = type.typeName
    const given = type.typeArguments?.params ?? []
    if (name === 'List') return [given[1]]
    if (name === 'ListView') return [given[0]]
    const meant = aliases.get(name)
    return meant === undefined ? [] : listTypesIn([meant], aliases)
  })
}

/** Returns every string of a union of string types. */
function textsOf(type: ESTree.Node | undefined): readonly string[] {
  if (type?.type === 'TSUnionType') return type.types.flatMap(textsOf)
  if (type?.type === 'TSLiteralType' && type.literal.type === 'Literal') return [String(type.literal.value)]
  if (type?.type !== 'TSTemplateLiteralType') return []
  return type.quasis.reduce<readonly string[]>(
    (before, { value }, at) => {
      const choices = at === 0 ? [''] : textsOf(type.types[at - 1])
      return before.flatMap((text) => choices.map((choice) => `${text}${choice}${value.cooked ?? ''}`))
    },
    [''],
  )
}
