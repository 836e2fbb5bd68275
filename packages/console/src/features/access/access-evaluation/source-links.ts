import type { AccessRequest } from '@brokerdeck/languages/access-rules/access-request.ts'
import type { Finding, PlacedRule } from '@brokerdeck/languages/access-rules/explain-access.ts'
import type { Asker } from './asker.ts'
import { type Doubt, findMatch, type RuleLack } from './find-match.ts'
import type { ReadSource } from './read-sources.ts'

/** Why only the broker can tell what a source decides. */
export type Lack = RuleLack | 'external' | 'unreadable'

/** A source of the chain, evaluated for one request. */
export interface SourceLink {
  readonly source: string
  readonly isEnabled: boolean
  /** The decision if none of the source's doubtful rules matches; undefined if only the broker can tell. */
  readonly finding: Finding | undefined
  readonly doubts: readonly Doubt[]
  /** Why the decision is doubtful. */
  readonly lack: Lack | undefined
}

/**
 * Evaluates a source for one request, as the evaluation of the chain does. `builtIn` holds the rules that are for this
 * client.
 */
function sourceLink(
  { source, isEnabled, rules }: ReadSource,
  builtIn: readonly PlacedRule[],
  { unknown }: Asker,
  request: AccessRequest,
): SourceLink {
  const open = { source, isEnabled, finding: undefined, doubts: [] }
  if (!isEnabled) return { ...open, lack: undefined }
  if (rules === 'external' || rules === 'unreadable') return { ...open, lack: rules }
  const found = findMatch(rules === 'built-in' ? builtIn : rules, request, unknown)
  return { source, isEnabled, ...found, lack: found.doubts[0]?.lacks }
}

/** Evaluates all sources in order. */
export function sourceLinks(
  sources: readonly ReadSource[],
  builtIn: readonly PlacedRule[],
  asker: Asker,
  request: AccessRequest,
): readonly SourceLink[] {
  return sources.map((source) => sourceLink(source, builtIn, asker, request))
}
