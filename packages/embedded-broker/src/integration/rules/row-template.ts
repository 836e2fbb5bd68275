import { textOf } from '@brokerdeck/contract/rule-sql/evaluate/functions/text-of.ts'
import { encodeJson } from '@brokerdeck/contract/rule-sql/evaluate/json-text.ts'
import { walkKeys } from '@brokerdeck/contract/rule-sql/evaluate/scope.ts'
import { bytesOf, type Term, type TermMap, visibleText } from '@brokerdeck/contract/rule-sql/evaluate/term.ts'

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

/** Bytes that a single name stands for stay what they are. */
export function filledBinary(template: string, row: TermMap): Buffer {
  const only = single(template, row)
  return Buffer.from(
    typeof only === 'string' || only instanceof Uint8Array ? bytesOf(only) : filled(template, row),
  )
}

/** Without a template it is all there is. */
export const filledBytes = (template: string, row: TermMap): Buffer =>
  template === '' ? Buffer.from(encodeJson(row)) : filledBinary(template, row)

/** Whether what is written, or what a name stands for, is true. */
export function truth(given: boolean | string, row: TermMap): boolean {
  const value = typeof given === 'string' ? single(given, row) : given
  return value === true || value === 'true' || value === 1n
}
