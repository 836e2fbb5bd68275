import { closest, distance } from 'fastest-levenshtein'
import type { ArgumentType } from './function-catalogue.ts'
import type { TextRange } from './statement.ts'

/** A replacement of a text range that fixes the problem. */
export interface Fix extends TextRange {
  readonly text: string
  /** The name of the removed part, if the fix only removes it. */
  readonly removes?: string
}

/** An actual or likely problem. Only a `fault` makes the broker reject the statement. */
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
    /** The broker accepts only certain texts for this argument. */
    | {
        readonly kind: 'argument-option'
        readonly name: string
        readonly given: string
        readonly options: readonly string[]
        readonly near: string | undefined
      }
    | { readonly kind: 'unknown-column'; readonly name: string; readonly near: string | undefined }
    /** Only these events have the column, and none of them is in FROM. */
    | { readonly kind: 'other-event'; readonly name: string; readonly events: readonly string[] }
    /** The column is undefined for messages from these sources. */
    | { readonly kind: 'not-everywhere'; readonly name: string; readonly without: readonly string[] }
    | { readonly kind: 'early-alias'; readonly name: string }
    | { readonly kind: 'unknown-event'; readonly name: string; readonly near: string | undefined }
    /** No source of another system has this name. */
    | { readonly kind: 'unknown-source'; readonly name: string; readonly near: string | undefined }
    /** The registry has no schema of this name. */
    | { readonly kind: 'unknown-schema'; readonly name: string; readonly near: string | undefined }
    | { readonly kind: 'impossible-filter'; readonly name: string }
    /** A rule does not subscribe, so the broker takes the whole name literally as the topic of a message. */
    | { readonly kind: 'shared-filter'; readonly name: string }
    /** Nothing on the broker matches the filter at present: no subscription, and no retained message. */
    | { readonly kind: 'quiet-filter'; readonly name: string; readonly near: string | undefined }
    /** The broker reads inside the payload as JSON, but the payload of the sample message is no JSON. */
    | { readonly kind: 'payload-no-json' }
    | { readonly kind: 'covered-source'; readonly name: string; readonly by: string }
    | { readonly kind: 'source-twice'; readonly name: string }
  )

export type LiteralType = 'text' | 'integer' | 'float' | 'boolean' | 'list'

/** Returns the fix, if the correct text is known. */
export const toFixed = (
  place: TextRange,
  text: string | undefined,
  written: (text: string) => string = (one) => one,
) => (text === undefined ? {} : { fix: { from: place.from, to: place.to, text: written(text) } })

/** The maximum length in characters; a longer name is not treated as a typing error. */
const longestName = 100

/** Returns the name that was probably meant: at most a third of it may differ, or two letters may be swapped. */
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

/** Returns whether two texts differ only by two swapped neighbouring letters. */
function areTurned(one: string, other: string): boolean {
  if (one.length !== other.length || one === other) return false
  const at = [...one].findIndex((letter, place) => letter !== other[place])
  return one === `${other.slice(0, at)}${other[at + 1] ?? ''}${other[at] ?? ''}${other.slice(at + 2)}`
}

/** `number` is a number that the broker cannot read (`10e3`); `nesting` and `length` are limits of the parser here. */
export const statementFaultKinds = ['empty', 'character', 'syntax', 'number', 'nesting', 'length'] as const
export type StatementFaultKind = (typeof statementFaultKinds)[number]

export interface StatementFault extends TextRange {
  readonly kind: StatementFaultKind
  /** The unexpected token; empty at the end of the text. */
  readonly found: string
}
