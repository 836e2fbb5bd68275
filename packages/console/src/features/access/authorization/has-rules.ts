import type { AccessSource } from '@brokerdeck/contract/access/authorization.ts'

/** Only the built-in database keeps rules that are written one by one. */
export function hasRules({ type }: Pick<AccessSource, 'type'>): boolean {
  return type === 'built_in_database'
}
