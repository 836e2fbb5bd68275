import { type ErlangTerm, parseErlangTerm } from './erlang-term.ts'

const maxDepth = 6

/** `{invalid_topic_filter,<<"$share/g1">>}` → `invalid topic filter: $share/g1`. */
export function erlangWords(term: ErlangTerm, depth = 0): string {
  if (depth > maxDepth) return '…'
  switch (term.kind) {
    case 'text':
    case 'number':
      return term.value
    case 'atom':
      return term.value.replaceAll('_', ' ')
    case 'list':
      return term.items
        .filter((item) => !isStackFrame(item))
        .map((item) => erlangWords(item, depth + 1))
        .filter((words) => words !== '')
        .join(', ')
    case 'tuple': {
      const [first, ...rest] = term.items
        .map((item) => erlangWords(item, depth + 1))
        .filter((words) => words !== '')
      return first === undefined ? '' : rest.length === 0 ? first : `${first}: ${rest.join(', ')}`
    }
    case 'map':
      return term.entries
        .map(([key, value]) => `${erlangWords(key, depth + 1)}: ${erlangWords(value, depth + 1)}`)
        .join('; ')
  }
}

/** `{module,function,arity,[{file,"…"},{line,1}]}` */
export function isStackFrame(term: ErlangTerm): boolean {
  if (term.kind !== 'tuple' || term.items.length !== 4) return false
  const [module, name, arity, where] = term.items
  return (
    module?.kind === 'atom' &&
    name?.kind === 'atom' &&
    (arity?.kind === 'number' || arity?.kind === 'list' || arity?.kind === 'text') &&
    where?.kind === 'list'
  )
}

/** Turns binaries within an English sentence into their text: `Cannot delete user <<"admin">>`. */
export function plainBinaries(sentence: string): string {
  return sentence.replace(/<<(?:"(?:[^"\\]|\\.)*"(?:\/utf8)?|[\d,\s]*)>>/g, (binary) => {
    const term = parseErlangTerm(binary)
    return term?.kind === 'text' ? term.value : binary
  })
}

/** A text that may be a term, or a sentence with binaries in it. */
export function plainErlang(text: string): string {
  const term = parseErlangTerm(text)
  return term === undefined || term.kind === 'atom' ? plainBinaries(text) : erlangWords(term)
}

/** A term as JSON would hold it, for maps that say the same as the broker's JSON does elsewhere. */
export function erlangToJson(term: ErlangTerm): unknown {
  switch (term.kind) {
    case 'text':
    case 'atom':
      return term.value
    case 'number':
      return Number(term.value)
    case 'tuple':
      return erlangWords(term)
    case 'list':
      return term.items.map(erlangToJson)
    case 'map':
      return Object.fromEntries(
        term.entries.map(([key, value]) => [erlangWords(key).replaceAll(' ', '_'), erlangToJson(value)]),
      )
  }
}
