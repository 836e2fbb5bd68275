import { isNet, netCovers } from '@brokerdeck/languages/access-rules/ip-net.ts'

export interface AccessRule {
  readonly isAllowed: boolean
  covers(address: string): boolean
}

/** `allow all`, `deny 10.0.0.0/8`, `allow 192.0.2.7`; undefined if it is no rule. */
export function parseAccessRule(text: string): AccessRule | undefined {
  const [, verb, who = ''] = /^(allow|deny)\s+(\S+)$/.exec(text.trim()) ?? []
  if (verb === undefined) return undefined
  const isAllowed = verb === 'allow'
  if (who === 'all') return { isAllowed, covers: () => true }
  return isNet(who) ? { isAllowed, covers: (address) => netCovers(who, address) } : undefined
}

/** The first rule that covers the address decides; without one everybody may connect. */
export function isAdmitted(rules: readonly AccessRule[], address: string): boolean {
  return rules.find((rule) => rule.covers(address))?.isAllowed ?? true
}
