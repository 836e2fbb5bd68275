import type { AccessSource } from '@brokerdeck/contract/access/authorization.ts'
import { placeFileRules } from '@brokerdeck/contract/access/place-rules.ts'
import type { PlacedRule } from '@brokerdeck/languages/access-rules/explain-access.ts'
import { readAclFile } from '@brokerdeck/languages/access-rules/parse-acl-file.ts'
import { runThrough } from '#lib/run-in-slices.ts'

/** A source with its rules; for a built-in database the rules differ from client to client and are not included. */
export interface ReadSource {
  readonly source: string
  readonly isEnabled: boolean
  readonly rules: readonly PlacedRule[] | 'built-in' | 'external' | 'unreadable'
}

function* readRules({ type, rules }: AccessSource): Generator<void, ReadSource['rules']> {
  if (type === 'built_in_database') return 'built-in'
  if (type !== 'file') return 'external'
  if (typeof rules !== 'string') return 'unreadable'
  const read = yield* readAclFile(rules)
  return 'rules' in read ? placeFileRules(read.rules) : 'unreadable'
}

/** Reads one source as it is configured, with pauses, because an ACL file may be long. */
export function* readSource(source: AccessSource): Generator<void, ReadSource> {
  return { source: source.type, isEnabled: source.enable, rules: yield* readRules(source) }
}

/** Reads all sources in order. An ACL file is parsed here once, and not again for each request. */
export function readSources(sources: readonly AccessSource[]): readonly ReadSource[] {
  return sources.map((source) => runThrough(readSource(source)))
}
