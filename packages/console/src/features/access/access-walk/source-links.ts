import type { AccessRequest } from '@brokerdeck/languages/access-rules/access-request.ts'
import type { Finding, PlacedRule } from '@brokerdeck/languages/access-rules/explain-access.ts'
import type { Asker } from './asker.ts'
import { type Doubt, findMatch, type RuleLack } from './find-match.ts'
import type { ReadSource } from './read-sources.ts'

/** Why nobody but the broker can say what a source decides. */
export type Lack = RuleLack | 'external' | 'unreadable'

/** One source, as it is for one request. */
export interface SourceLink {
  readonly source: string
  readonly isEnabled: boolean
  /** What it says where none of its doubtful rules decides; undefined where only the broker can tell. */
  readonly finding: Finding | undefined
  readonly doubts: readonly Doubt[]
  /** Why there is something to doubt. */
  readonly lack: Lack | undefined
}

/** A source as the walk goes through it, for one request. `findBuiltIn` are the rules that are for this client. */
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

/** All of them, in order. */
export function sourceLinks(
  sources: readonly ReadSource[],
  builtIn: readonly PlacedRule[],
  asker: Asker,
  request: AccessRequest,
): readonly SourceLink[] {
  return sources.map((source) => sourceLink(source, builtIn, asker, request))
}
