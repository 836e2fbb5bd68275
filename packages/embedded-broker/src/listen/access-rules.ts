import { BlockList, isIP } from 'node:net'

export interface AccessRule {
  readonly isAllowed: boolean
  covers(address: string): boolean
}

const family = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

function netOf(text: string): BlockList | undefined {
  const [address = '', length, ...more] = text.split('/')
  const version = isIP(address)
  if (version === 0 || more.length > 0) return undefined
  const longest = version === 4 ? 32 : 128
  const bits = length === undefined ? longest : /^\d{1,3}$/.test(length) ? Number(length) : -1
  if (bits < 0 || bits > longest) return undefined
  const net = new BlockList()
  net.addSubnet(address, bits, family(address))
  return net
}

/** `allow all`, `deny 10.0.0.0/8`, `allow 192.0.2.7`; undefined if it is no rule. */
export function parseAccessRule(text: string): AccessRule | undefined {
  const [, verb, who = ''] = /^(allow|deny)\s+(\S+)$/.exec(text.trim()) ?? []
  if (verb === undefined) return undefined
  const isAllowed = verb === 'allow'
  if (who === 'all') return { isAllowed, covers: () => true }
  const net = netOf(who)
  return net && { isAllowed, covers: (address) => isIP(address) !== 0 && net.check(address, family(address)) }
}

/** The first rule that covers the address decides; without one everybody may connect. */
export function isAdmitted(rules: readonly AccessRule[], address: string): boolean {
  return rules.find((rule) => rule.covers(address))?.isAllowed ?? true
}
