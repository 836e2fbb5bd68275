import { parseSync } from 'rolldown/utils'
import type { Offence, Rule } from '../offence.ts'
import type { Repository } from '../repository.ts'
import type { Comment } from '../source-file.ts'

const LATER = /\b(TODO|FIXME|XXX|HACK)\b/
const BANNER = /([-=*#~_+/])\1{4,}/
const STATEMENT =
  /^(VariableDeclaration|ImportDeclaration|Export\w+|IfStatement|ReturnStatement|ForStatement|ForOfStatement)$/

export const comments: Rule = { name: 'comments', check }

function* check(repository: Repository): Generator<Offence> {
  for (const file of repository.code()) {
    for (const { text, line } of file.syntax.comments) {
      if (LATER.test(text)) yield { path: file.path, line, message: 'puts something off in a comment' }
      if (BANNER.test(text)) yield { path: file.path, line, message: 'draws a banner' }
    }
    for (const { text, line } of paragraphs(file.syntax.comments))
      if (isCode(text)) yield { path: file.path, line, message: 'keeps code in a comment' }
  }
}

/** Merges consecutive line comments into one text. */
function paragraphs(all: readonly Comment[]): readonly Comment[] {
  const merged: Comment[] = []
  let lastLine = Number.NEGATIVE_INFINITY
  for (const comment of all) {
    const last = merged.at(-1)
    if (last && !comment.isBlock && !last.isBlock && comment.line === lastLine + 1)
      merged[merged.length - 1] = { ...last, text: `${last.text}\n${comment.text}` }
    else merged.push(comment)
    lastLine = comment.line
  }
  return merged
}

function isCode(text: string): boolean {
  const { program, errors } = parseSync('comment.tsx', `async () => {${text}\n}`)
  const [statement] = program.body
  if (errors.length > 0 || statement?.type !== 'ExpressionStatement') return importsSomething(text)
  const { expression } = statement
  if (expression.type !== 'ArrowFunctionExpression' || expression.body?.type !== 'BlockStatement')
    return false
  return expression.body.body.some(
    (inner) =>
      STATEMENT.test(inner.type) ||
      (inner.type === 'ExpressionStatement' &&
        /^(Await|Call|Assignment)Expression$/.test(inner.expression.type)),
  )
}

function importsSomething(text: string): boolean {
  return /^\s*(import\s.+\sfrom\s|export\s+(const|function|class)\s)/m.test(text)
}
