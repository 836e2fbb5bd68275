import type { AccessSource } from '@brokerdeck/contract/access/authorization.ts'
import { placeFileRules } from '@brokerdeck/contract/access/place-rules.ts'
import type { PlacedRule } from '@brokerdeck/languages/access-rules/explain-access.ts'
import { readAclFile } from '@brokerdeck/languages/access-rules/parse-acl-file.ts'
import { runThrough } from '#lib/run-in-slices.ts'

/** A source with the rules that it shows: those of a built-in database differ from client to client. */
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

/** One source as it is configured, with pauses: an ACL file may be long. */
export function* readSource(source: AccessSource): Generator<void, ReadSource> {
  return { source: source.type, isEnabled: source.enable, rules: yield* readRules(source) }
}

/** All of them in order; an ACL file is parsed here and not for each question again. */
export function readSources(sources: readonly AccessSource[]): readonly ReadSource[] {
  return sources.map((source) => runThrough(readSource(source)))
}
