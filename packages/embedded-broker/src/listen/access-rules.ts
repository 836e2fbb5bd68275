import { isNet, netCovers } from '@brokerdeck/languages/access-rules/ip-net.ts'

export interface AccessRule {
  readonly isAllowed: boolean
  covers(address: string): boolean
}

/**
 * Parses a rule such as `allow all`, `deny 10.0.0.0/8` or `allow 192.0.2.7`; returns undefined if the text is not a
 * rule.
 */
export function parseAccessRule(text: string): AccessRule | undefined {
  const [, verb, who = ''] = /^(allow|deny)\s+(\S+)$/.exec(text.trim()) ?? []
  if (verb === undefined) return undefined
  const isAllowed = verb === 'allow'
  if (who === 'all') return { isAllowed, covers: () => true }
  return isNet(who) ? { isAllowed, covers: (address) => netCovers(who, address) } : undefined
}

/**
 * Tells whether an address may connect: the first rule that covers the address decides; without such a rule every
 * address is admitted.
 */
export function isAdmitted(rules: readonly AccessRule[], address: string): boolean {
  return rules.find((rule) => rule.covers(address))?.isAllowed ?? true
}
