import { textOf } from './functions/text-of.ts'
import { walkKeys } from './scope.ts'
import { type Term, type TermMap, visibleText } from './term.ts'

const placeholder = /\$\{([^}]*)\}/g

/** `a.'b c'` as its keys. */
function keysOf(path: string): readonly string[] {
  return Array.from(
    path.matchAll(/'([^']*)'|"([^"]*)"|([^.]+)/g),
    ([, single, double, plain]) => single ?? double ?? plain ?? '',
  )
}

export const valueAt = (path: string, row: TermMap): Term =>
  path === '.' ? row : walkKeys(keysOf(path), row)

/**
 * Names in a text by their values; what is missing is `undefined`, as the broker writes it. It ends after `most` code
 * units: the same large value may stand in a template ten thousand times.
 */
export function filled(template: string, row: TermMap, most = Number.POSITIVE_INFINITY): string {
  let text = ''
  let at = 0
  for (const { 0: whole, 1: path = '', index } of template.matchAll(placeholder)) {
    text += template.slice(at, index) + visibleText(textOf(valueAt(path, row)))
    at = index + whole.length
    if (text.length > most) break
  }
  return text.length > most ? text.slice(0, most) : text + template.slice(at)
}

/** A single name is its value as it is; anything else a text. */
export function single(template: string, row: TermMap): Term {
  const only = /^\$\{([^}]*)\}$/.exec(template)
  return only === null ? filled(template, row) : valueAt(only[1] ?? '', row)
}
