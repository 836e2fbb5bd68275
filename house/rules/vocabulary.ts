import { isCatalog, translationOf } from '../catalog.ts'
import type { Offence, Rule } from '../offence.ts'
import type { Repository } from '../repository.ts'
import type { SourceFile } from '../source-file.ts'

const VOCABULARY = 'packages/console/src/i18n/vocabulary.ts'
/** A text that occurs twice may be a coincidence; from three occurrences on it is a term of the product. */
const SHARED = 3

export const vocabulary: Rule = { name: 'vocabulary', check }

/** A text that several catalogs share in both languages must be defined once, in the vocabulary. */
function* check(repository: Repository): Generator<Offence> {
  const known = new Map(pairsOf(repository, repository.file(VOCABULARY)).map(({ pair, key }) => [pair, key]))
  const said = new Map<string, number>()
  const catalogs = repository.code('packages/console/src').filter(({ path }) => isCatalog(path))
  for (const file of catalogs)
    for (const { pair, text, line } of pairsOf(repository, file)) {
      const times = (said.get(pair) ?? 0) + 1
      said.set(pair, times)
      const key = known.get(pair)
      const offence = (message: string) => ({ path: file.path, line, message })
      if (key !== undefined) yield offence(`"${text}" is in the vocabulary: vocabulary.${key}`)
      else if (times === SHARED) yield offence(`"${text}" is said ${SHARED} times: name it in the vocabulary`)
    }
  const used = new Set(
    catalogs.flatMap(({ text }) => [...text.matchAll(/(?<![\w/])vocabulary\.(\w+)/g)].map(([, key]) => key)),
  )
  for (const [, key] of known)
    if (!used.has(key)) yield { path: VOCABULARY, line: 1, message: `nobody uses ${key}` }
}

interface Said {
  readonly key: string
  readonly text: string
  readonly line: number
  /** The text in both languages. */
  readonly pair: string
}

/** Returns the texts of a catalog without their parameters, each with its Chinese translation. */
function pairsOf(repository: Repository, file: SourceFile | undefined): readonly Said[] {
  if (file === undefined) return []
  const chinese = new Map(
    textsOf(repository.file(translationOf(file.path))).map((one) => [one.key, one.text]),
  )
  return textsOf(file).flatMap((one) => {
    const other = chinese.get(one.key)
    return other === undefined
      ? []
      : [{ ...one, key: one.key.replace(/^.*?\./, ''), pair: `${one.text}\n${other}` }]
  })
}

function textsOf(file: SourceFile | undefined): readonly { key: string; text: string; line: number }[] {
  return (file?.syntax.program.body ?? []).flatMap((node) => {
    if (node.type !== 'ExportNamedDeclaration' || node.declaration?.type !== 'VariableDeclaration') return []
    return node.declaration.declarations.flatMap(({ id, init }) => {
      const object = init?.type === 'TSAsExpression' ? init.expression : init
      if (id.type !== 'Identifier' || object?.type !== 'ObjectExpression') return []
      return object.properties.flatMap((one) => {
        if (one.type !== 'Property' || one.value.type !== 'Literal' || typeof one.value.value !== 'string')
          return []
        const key =
          one.key.type === 'Identifier' ? one.key.name : one.key.type === 'Literal' ? `${one.key.value}` : ''
        return [{ key: `${id.name}.${key}`, text: one.value.value, line: file?.lineAt(one.start) ?? 1 }]
      })
    })
  })
}
