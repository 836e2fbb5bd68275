import { Visitor } from 'rolldown/utils'
import { isCatalog, isTranslation } from '../catalog.ts'
import type { Offence, Rule } from '../offence.ts'
import type { Repository } from '../repository.ts'
import type { SourceFile } from '../source-file.ts'

/** Words that are less clear than the field's terms: metric, matches, applies, connects, up to, can't determine. */
const UNCLEAR =
  /\b(figures?|deeds?|let in|(?:is|are|was|were|be|been|being) (?:asked|told)|stands?|of the most|so many|anew|taken for gone|cannot be told|told apart|him|his|himself)\b/i

/**
 * Half-width punctuation in a Chinese sentence, and Latin letters directly beside it; text in quotation marks is
 * code.
 */
const HALF_WIDTH = /\p{sc=Han} ?(?:[,;?!](?: |$)|\([A-Za-z])|[A-Za-z]\)\p{sc=Han}|\p{sc=Han}\.(?: |$)/u
const UNSPACED = /\p{sc=Han}[A-Za-z0-9]|[A-Za-z0-9]\p{sc=Han}/u
const QUOTED = /“[^”]*”/g

export const voice: Rule = { name: 'voice', check }

/** Texts for operators must use the terms of the field and the typography of their language. */
function* check(repository: Repository): Generator<Offence> {
  yield* setting(repository)
  yield* joining(repository)
  for (const file of repository.code('packages/console/src')) {
    if (!isCatalog(file.path) && file.name !== 'vocabulary.ts') continue
    for (const { text, line } of textsOf(file)) {
      const [found] = UNCLEAR.exec(text) ?? []
      if (found !== undefined)
        yield { path: file.path, line, message: `says "${found}": use the field's word for it` }
      // Chinese fonts draw U+2019 with the width of a full character.
      if (text.includes('\u2019'))
        yield {
          path: file.path,
          line,
          message: "writes \u2019, which Chinese fonts draw full-width: write '",
        }
    }
  }
}

function* setting(repository: Repository): Generator<Offence> {
  for (const file of repository.code('packages/console/src')) {
    if (!isTranslation(file.path)) continue
    for (const { text, line } of textsOf(file)) {
      const sentence = text.replace(QUOTED, '“”')
      const [half] = HALF_WIDTH.exec(sentence) ?? []
      const [unspaced] = UNSPACED.exec(sentence) ?? []
      if (half !== undefined)
        yield { path: file.path, line, message: `writes "${half}": Chinese has ， 。 ； ？ ！ （）` }
      if (unspaced !== undefined)
        yield { path: file.path, line, message: `writes "${unspaced}" without a space between` }
    }
  }
}

/** Texts that are joined outside of a catalog have the punctuation of only one language. */
function* joining(repository: Repository): Generator<Offence> {
  for (const file of repository.code('packages/console/src')) {
    if (isCatalog(file.path) || isTranslation(file.path)) continue
    const offences: Offence[] = []
    new Visitor({
      TemplateLiteral: ({ expressions, quasis, start }) => {
        const isJoined = expressions.some(
          (one, at) =>
            isWord(file.text.slice(one.start, one.end)) &&
            (/^[,:;.] /.test(quasis[at + 1]?.value.raw ?? '') ||
              /[,:;.] $/.test(quasis[at]?.value.raw ?? '')),
        )
        if (isJoined)
          offences.push({
            path: file.path,
            line: file.lineAt(start),
            message: 'joins words with half-width punctuation: labelled, joinFacts, joinSentences',
          })
      },
    }).visit(file.syntax.program)
    yield* offences
  }
}

const isWord = (source: string): boolean => /^(?:m|words|\w+Words)\.\w+(?:$|\()/.test(source)

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
