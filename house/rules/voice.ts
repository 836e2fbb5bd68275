import { Visitor } from 'rolldown/utils'
import { isCatalog } from '../catalog.ts'
import type { Offence, Rule } from '../offence.ts'
import type { Repository } from '../repository.ts'
import type { SourceFile } from '../source-file.ts'

/** What says less than the field's word: metric, matches, applies, connects, up to, can't determine. */
const UNCLEAR =
  /\b(figures?|deeds?|let in|(?:is|are|was|were|be|been|being) (?:asked|told)|stands?|of the most|so many|anew|taken for gone|cannot be told|told apart|him|his|himself)\b/i

export const voice: Rule = { name: 'voice', check }

/** What an operator reads is said in the field's words. */
function* check(repository: Repository): Generator<Offence> {
  for (const file of repository.code('packages/console/src')) {
    if (!isCatalog(file.path) && file.name !== 'vocabulary.ts') continue
    for (const { text, line } of textsOf(file)) {
      const [found] = UNCLEAR.exec(text) ?? []
      if (found !== undefined)
        yield { path: file.path, line, message: `says "${found}": use the field's word for it` }
      // Fonts for Chinese draw U+2019 as wide as a character.
      if (text.includes('\u2019'))
        yield {
          path: file.path,
          line,
          message: "writes \u2019, which Chinese fonts draw full-width: write '",
        }
    }
  }
}

function textsOf(file: SourceFile): readonly { readonly text: string; readonly line: number }[] {
  const texts: { text: string; line: number }[] = []
  const note = (text: string, start: number) => texts.push({ text, line: file.lineAt(start) })
  new Visitor({
    Property: ({ value, start }) => {
      if (value.type === 'Literal' && typeof value.value === 'string') note(value.value, start)
    },
    TemplateElement: ({ value, start }) => void note(value.raw, start),
    ConditionalExpression: ({ consequent, alternate, start }) => {
      for (const one of [consequent, alternate])
        if (one.type === 'Literal' && typeof one.value === 'string') note(one.value, start)
    },
    ArrowFunctionExpression: ({ body, start }) => {
      if (body?.type === 'Literal' && typeof body.value === 'string') note(body.value, start)
    },
  }).visit(file.syntax.program)
  return texts
}
