import { hasByte, wordBytes } from './byte-sets.ts'
import type { Edge } from './pattern-node.ts'

/** Returns whether the place between two bytes satisfies an assertion; `from` is the start of the search. */
export function isEdge(edge: Edge, subject: Uint8Array, at: number, from: number): boolean {
  const isEnd = at === subject.length
  const isBreak = subject[at] === 10
  const [before, after] = [hasByte(wordBytes, subject[at - 1]), hasByte(wordBytes, subject[at])]
  switch (edge) {
    case 'start':
      return at === 0
    case 'first':
      return at === from
    case 'end':
      return isEnd
    case 'last':
      return isEnd || (isBreak && at === subject.length - 1)
    case 'line-start':
      return at === 0 || (subject[at - 1] === 10 && !isEnd)
    case 'line-end':
      return isEnd || isBreak
    case 'word':
      return before !== after
    case 'no-word':
      return before === after
  }
}
