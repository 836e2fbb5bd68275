import type { EvaluationBudget } from '../budget.ts'
import { failure } from '../rule-failure.ts'

const escapes: Readonly<Record<string, string>> = {
  '\\': '\\',
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
  "'": "'",
  '"': '"',
  '?': '?',
  a: '\x07',
}

const stepsForEscape = 16

/** Resolves escapes as in C; `\x` takes all hex digits that follow. */
export function unescapeText(text: string, budget: EvaluationBudget): string {
  budget.spend(text.length)
  const parts: string[] = []
  let from = 0
  for (const { 0: whole, 1: mark = '', index } of text.matchAll(/\\(x[\da-fA-F]+|[\s\S]?)/gu)) {
    budget.spend(stepsForEscape)
    parts.push(text.slice(from, index), toCharacter(mark))
    from = index + whole.length
  }
  return [...parts, text.slice(from)].join('')
}

/** Returns the meaning of an escape, given without its backslash. */
function toCharacter(mark: string): string {
  if (mark.startsWith('x') && mark.length > 1) {
    const code = Number.parseInt(mark.slice(1), 16)
    if (code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) throw failure('invalid_unicode_character')
    return String.fromCodePoint(code)
  }
  const known = escapes[mark]
  // A single backslash at the end stands for itself.
  if (known === undefined && mark !== '') throw failure('unrecognized_escape_sequence')
  return known ?? '\\'
}
