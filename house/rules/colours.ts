import { Visitor } from 'rolldown/utils'
import type { Offence, Rule } from '../offence.ts'
import type { Repository } from '../repository.ts'
import type { SourceFile } from '../source-file.ts'

/** The files that may contain colours: the tokens, and the theme that passes them to Mantine. */
const HOMES = /\/styles\/tokens\.css$|\/theme\.ts$/
const NAMED =
  'black|white|red|green|blue|yellow|orange|purple|violet|pink|brown|gr[ae]y|navy|teal|cyan|magenta|lime|maroon|olive|silver|gold|indigo|crimson|tomato|salmon|coral'
const COLOUR = new RegExp(
  String.raw`#[0-9a-f]{3,8}\b|\b(rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\(|(?<![\w-])(${NAMED})(?![\w-])`,
  'i',
)
const COLOUR_LITERAL = /^(#[0-9a-f]{3,8}|(rgba?|hsla?|oklch)\(.*\))$/i
const DECLARATION = /[\w-]+\s*:\s*([^;{}]+)(?=[;}])/g

export const colours: Rule = { name: 'colours', check }

function* check(repository: Repository): Generator<Offence> {
  for (const file of repository.files.values()) {
    if (!file.path.startsWith('packages/console/') || HOMES.test(file.path) || file.isTest) continue
    if (file.path.endsWith('.css')) yield* inStyles(file)
    if (file.isCode) yield* inCode(file)
  }
}

function* inStyles(file: SourceFile): Generator<Offence> {
  const text = file.text.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
  for (const match of text.matchAll(DECLARATION)) {
    const value = (match[1] ?? '').replace(/var\(\s*--[\w-]+/g, '').replace(/--[\w-]+|url\([^)]*\)/g, '')
    const colour = COLOUR.exec(value)?.[0]
    if (colour) yield { path: file.path, line: file.lineAt(match.index), message: `"${colour}" is no token` }
  }
}

function* inCode(file: SourceFile): Generator<Offence> {
  const offences: Offence[] = []
  new Visitor({
    Literal: (node) => {
      if (typeof node.value === 'string' && COLOUR_LITERAL.test(node.value))
        offences.push({
          path: file.path,
          line: file.lineAt(node.start),
          message: `"${node.value}" is no token`,
        })
    },
  }).visit(file.syntax.program)
  yield* offences
}
