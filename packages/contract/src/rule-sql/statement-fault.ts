import type { Place } from './statement.ts'

/** `number` is one that the broker cannot read (`10e3`); the others are syntax. */
export type StatementFaultKind = 'empty' | 'character' | 'syntax' | 'number' | 'nesting'

export interface StatementFault extends Place {
  readonly kind: StatementFaultKind
  /** What stands where something else had to; empty at the end of the text. */
  readonly found: string
}
