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

/** Names in a text by their values; what is missing is `undefined`, as the broker writes it. */
export function filled(template: string, row: TermMap): string {
  return template.replaceAll(placeholder, (_, path: string) => visibleText(textOf(valueAt(path, row))))
}

/** A single name is its value as it is; anything else a text. */
export function single(template: string, row: TermMap): Term {
  const only = /^\$\{([^}]*)\}$/.exec(template)
  return only === null ? filled(template, row) : valueAt(only[1] ?? '', row)
}
