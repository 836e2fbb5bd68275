import { EvaluationBudget } from './budget.ts'
import { toTermText } from './functions/term-text.ts'
import { walkKeys } from './scope.ts'
import { type Term, type TermMap, visibleText } from './term.ts'

const placeholder = /\$\{([^}]*)\}/g

/** Splits a path such as `a.'b c'` into its keys. */
function parseKeys(path: string): readonly string[] {
  return Array.from(
    path.matchAll(/'([^']*)'|"([^"]*)"|([^.]+)/g),
    ([, single, double, plain]) => single ?? double ?? plain ?? '',
  )
}

export const valueAt = (path: string, row: TermMap, budget = new EvaluationBudget()): Term =>
  path === '.' ? row : walkKeys(parseKeys(path), row, budget)

/**
 * Replaces the names in a template by their values; missing values become `undefined`, as in the broker. It stops
 * after `most` code units, because a template may contain the same large value ten thousand times.
 */
export function fillTemplate(
  template: string,
  row: TermMap,
  most = Number.POSITIVE_INFINITY,
  budget = new EvaluationBudget(),
): string {
  budget.read(template.length)
  let text = ''
  let at = 0
  for (const { 0: whole, 1: path = '', index } of template.matchAll(placeholder)) {
    text += template.slice(at, index)
    at = index + whole.length
    if (text.length >= most) break
    const value = visibleText(toTermText(valueAt(path, row, budget), budget))
    budget.spend()
    if (most > text.length + value.length) budget.foresee(text.length + value.length)
    text += value
  }
  return text.length >= most ? text.slice(0, most) : `${text}${template.slice(at)}`.slice(0, most)
}

/** Returns the value itself for a template that is a single name, otherwise the rendered text. */
export function single(template: string, row: TermMap, budget = new EvaluationBudget()): Term {
  const only = /^\$\{([^}]*)\}$/.exec(template)
  return only === null
    ? fillTemplate(template, row, Number.POSITIVE_INFINITY, budget)
    : valueAt(only[1] ?? '', row, budget)
}
