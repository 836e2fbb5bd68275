import { closest, distance } from 'fastest-levenshtein'
import type { ArgumentType } from './function-catalogue.ts'
import type { TextRange } from './statement.ts'

/** What is put in its place mends the problem. */
export interface Fix extends TextRange {
  readonly text: string
  /** What is taken away by it, where that is all it does. */
  readonly removes?: string
}

/** What is wrong, or likely to be. Only a fault keeps the broker from taking the statement. */
export type StatementProblem = TextRange & { readonly fix?: Fix } & (
    | { readonly kind: 'fault'; readonly fault: StatementFaultKind; readonly found: string }
    | { readonly kind: 'unknown-function'; readonly name: string; readonly near: string | undefined }
    | {
        readonly kind: 'argument-count'
        readonly name: string
        readonly given: number
        readonly counts: readonly number[]
      }
    | {
        readonly kind: 'argument-type'
        readonly name: string
        readonly wanted: ArgumentType
        readonly given: LiteralType
      }
    /** The broker knows only some texts here. */
    | {
        readonly kind: 'argument-option'
        readonly name: string
        readonly given: string
        readonly options: readonly string[]
        readonly near: string | undefined
      }
    | { readonly kind: 'unknown-column'; readonly name: string; readonly near: string | undefined }
    /** Only these events have it, and none of them is in FROM. */
    | { readonly kind: 'other-event'; readonly name: string; readonly events: readonly string[] }
    /** It is undefined for what comes from these. */
    | { readonly kind: 'not-everywhere'; readonly name: string; readonly without: readonly string[] }
    | { readonly kind: 'early-alias'; readonly name: string }
    | { readonly kind: 'unknown-event'; readonly name: string; readonly near: string | undefined }
    /** No source of messages of another system is called so. */
    | { readonly kind: 'unknown-source'; readonly name: string; readonly near: string | undefined }
    /** The registry has no schema of this name. */
    | { readonly kind: 'unknown-schema'; readonly name: string; readonly near: string | undefined }
    | { readonly kind: 'impossible-filter'; readonly name: string }
    /** A rule subscribes to nothing: of this name the broker takes every letter for the topic of a message. */
    | { readonly kind: 'shared-filter'; readonly name: string }
    /** Nothing that the broker has now matches it: no subscription, and no retained message. */
    | { readonly kind: 'quiet-filter'; readonly name: string; readonly near: string | undefined }
    /** The broker reads inside the payload as JSON, and that of the message to try is none. */
    | { readonly kind: 'payload-no-json' }
    | { readonly kind: 'covered-source'; readonly name: string; readonly by: string }
    | { readonly kind: 'source-twice'; readonly name: string }
  )

export type LiteralType = 'text' | 'integer' | 'float' | 'boolean' | 'list'

/** With what mends it, where that is known. */
export const toFixed = (
  place: TextRange,
  text: string | undefined,
  written: (text: string) => string = (one) => one,
) => (text === undefined ? {} : { fix: { from: place.from, to: place.to, text: written(text) } })

/** Characters. What is longer was not mistyped. */
const longestName = 100

/** The name that was probably meant: no more than a third of it may differ, or two letters have changed places. */
export function nearest(
  name: string,
  names: readonly string[],
  mostDifferent = Math.max(1, name.length / 3),
): string | undefined {
  if (names.length === 0 || name.length > longestName) return undefined
  const given = name.toLowerCase()
  const turned = names.find((one) => areTurned(given, one.toLowerCase()))
  if (turned !== undefined) return turned
  const near = closest(given, names)
  return distance(given, near.toLowerCase()) <= mostDifferent ? near : undefined
}

/** Whether two neighbouring letters are the other way round, and nothing else. */
function areTurned(one: string, other: string): boolean {
  if (one.length !== other.length || one === other) return false
  const at = [...one].findIndex((letter, place) => letter !== other[place])
  return one === `${other.slice(0, at)}${other[at + 1] ?? ''}${other[at] ?? ''}${other.slice(at + 2)}`
}

/** `number` is one that the broker cannot read (`10e3`); `nesting` and `length` are too much for whoever reads it here. */
export const statementFaultKinds = ['empty', 'character', 'syntax', 'number', 'nesting', 'length'] as const
export type StatementFaultKind = (typeof statementFaultKinds)[number]

export interface StatementFault extends TextRange {
  readonly kind: StatementFaultKind
  /** What stands where something else had to; empty at the end of the text. */
  readonly found: string
}
