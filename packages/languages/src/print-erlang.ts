import type { ErlangTerm } from './erlang-term.ts'

/** Prints a term on one line, as in the broker's messages. */
export function printErlang(term: ErlangTerm): string {
  switch (term.kind) {
    case 'text':
      return JSON.stringify(term.value)
    case 'number':
      return term.value
    case 'atom':
      return /^[a-z][\w@]*$/.test(term.value) ? term.value : `'${term.value.replace(/['\\]/g, '\\$&')}'`
    case 'tuple':
      return `{${term.items.map(printErlang).join(',')}}`
    case 'list':
      return `[${term.items.map(printErlang).join(',')}]`
    case 'map':
      return `#{${term.entries.map(([key, value]) => `${printErlang(key)} => ${printErlang(value)}`).join(',')}}`
  }
}
