import { unquote } from '@brokerdeck/languages/rule-sql/expression-nodes.ts'
import type { Tree } from '@lezer/common'
import {
  aliasesIn,
  columnsIn,
  functionsByName,
  type StatementContext,
  sliceText,
} from './read-statement-at.ts'

export interface Documented {
  readonly kind: 'keyword' | 'event' | 'column' | 'function'
  readonly name: string
}

/** Finds what has documentation at a position: a keyword, a function, an event, or a column of a source in FROM. */
export function findDocumented(
  tree: Tree,
  text: string,
  at: number,
  side: -1 | 1,
  known: StatementContext,
): (Documented & { readonly from: number; readonly to: number }) | undefined {
  const node = tree.resolveInner(at, side)
  const { from, to, parent } = node
  const name = unquote(sliceText(text, node))
  if (/^(?:Keyword|Div|Mod)$/.test(node.name)) return { kind: 'keyword', name: name.toUpperCase(), from, to }
  if (parent === null || !/^(?:Quoted)?Name$|^String$/.test(node.name)) return undefined
  if (parent.name === 'Source')
    return known.events.some(({ topic }) => topic === name) ? { kind: 'event', name, from, to } : undefined
  if (parent.firstChild?.from !== from || !/^(?:Variable|Path)$/.test(parent.name)) return undefined
  if (parent.parent?.name === 'Alias') return undefined
  const isCalled = parent.parent?.name === 'Call' && parent.parent.firstChild?.from === from
  if (isCalled) return functionsByName.has(name) ? { kind: 'function', name, from, to } : undefined
  const isColumn = columnsIn(tree, text, known).includes(name) && !aliasesIn(tree, text).includes(name)
  return isColumn ? { kind: 'column', name, from, to } : undefined
}
