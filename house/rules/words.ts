import { type ESTree, Visitor } from 'rolldown/utils'
import { isCatalog, translationOf } from '../catalog.ts'
import type { Offence, Rule } from '../offence.ts'
import { placeOf } from '../place.ts'
import type { Repository } from '../repository.ts'
import type { SourceFile } from '../source-file.ts'

const SPOKEN_ATTRIBUTES = new Set([
  'title',
  'label',
  'placeholder',
  'description',
  'alt',
  'aria-label',
  'aria-description',
])
/** Elements whose text is typed or pressed exactly as it is. */
const VERBATIM = new Set(['code', 'kbd'])
const WORD = /\p{L}{2,}/u
/** Names that are not translated in any language. */
const NAMES = /\b(Brokerdeck|EMQX|MQTT|QoS|JSON|CSV|Erlang|GitHub)\b/g

export const words: Rule = { name: 'words', check }

/** Texts for operators must be in catalogs, in both languages. */
function* check(repository: Repository): Generator<Offence> {
  const root = 'packages/console/src'
  for (const file of repository.code(root)) {
    if (!file.path.endsWith('.tsx') || file.isTest) continue
    const offences: Offence[] = []
    const commands: { start: number; end: number }[] = []
    const note = (text: string, start: number) => {
      if (commands.some((command) => command.start < start && start < command.end)) return
      if (WORD.test(text.replace(NAMES, '')))
        offences.push({
          path: file.path,
          line: file.lineAt(start),
          message: `"${text.trim()}" belongs in a catalog`,
        })
    }
    new Visitor({
      JSXElement: ({ openingElement, start, end }) => {
        const { name } = openingElement
        if (name.type === 'JSXIdentifier' && VERBATIM.has(name.name)) commands.push({ start, end })
      },
      JSXText: (node) => note(node.value, node.start),
      JSXAttribute: (node) => {
        const isSpoken = node.name.type === 'JSXIdentifier' && SPOKEN_ATTRIBUTES.has(node.name.name)
        if (isSpoken && node.value?.type === 'Literal' && typeof node.value.value === 'string')
          note(node.value.value, node.start)
      },
    }).visit(file.syntax.program)
    yield* offences
  }
  for (const page of repository.code(`${root}/features`)) {
    if (!page.name.endsWith('-page.tsx')) continue
    const unit = `packages/console/src/${placeOf(page.path)?.unit}/`
    if (!repository.code(unit).some(({ path }) => isCatalog(path)))
      yield { path: page.path, line: 1, message: 'is a page of an area without a catalog of words' }
  }
  for (const file of repository.code(root))
    if (isCatalog(file.path)) {
      const known = saidIn(repository.file(translationOf(file.path)))
      const lacking = saidIn(file).filter((said) => !known.includes(said))
      if (lacking.length > 0)
        yield { path: file.path, line: 1, message: `has no ${lacking.join(', ')} in Chinese beside it` }
    }
}

/**
 * Returns every export with its keys and numbers of parameters: the types allow a translation to omit parameters at
 * the end.
 */
function saidIn(file: SourceFile | undefined): readonly string[] {
  return (file?.syntax.program.body ?? []).flatMap((node) => {
    if (node.type !== 'ExportNamedDeclaration' || node.declaration?.type !== 'VariableDeclaration') return []
    return node.declaration.declarations.flatMap(({ id, init }) => {
      if (id.type !== 'Identifier') return []
      const keys = init?.type === 'ObjectExpression' ? init.properties.flatMap(keyOf) : []
      return [id.name, ...keys.map((key) => `${id.name}.${key}`)]
    })
  })
}

function keyOf(property: ESTree.ObjectPropertyKind): readonly string[] {
  if (property.type !== 'Property') return []
  const { key, value } = property
  const name = key.type === 'Identifier' ? key.name : key.type === 'Literal' ? `${key.value}` : ''
  return [value.type === 'ArrowFunctionExpression' ? `${name}(${value.params.length})` : name]
}
