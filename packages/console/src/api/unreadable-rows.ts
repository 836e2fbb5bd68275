import type { UnreadableRows } from '@brokerdeck/contract/rows.ts'
import { replaceEqualDeep } from '@tanstack/react-query'

/** What was left out of an answer stands beside it, so that no page has to look for it in its rows. */
const leftOut = new WeakMap<object, UnreadableRows>()

export function noteUnreadableRows(answer: unknown, rows: UnreadableRows): void {
  if (typeof answer === 'object' && answer !== null) leftOut.set(answer, rows)
}

/** The rows of an answer that could not be read; undefined where there are none. */
export function unreadableRowsIn(answer: unknown): UnreadableRows | undefined {
  return typeof answer === 'object' && answer !== null ? leftOut.get(answer) : undefined
}

/** Keeps what is the same in two answers, but an answer with odd rows is itself: a copy would not know of them. */
export function shareStructure(previous: unknown, next: unknown): unknown {
  const isOdd = [previous, next].some((answer) => unreadableRowsIn(answer) !== undefined)
  return isOdd ? next : replaceEqualDeep(previous, next)
}
