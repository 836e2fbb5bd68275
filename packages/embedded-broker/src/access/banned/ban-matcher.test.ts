import type { BanKind } from '@brokerdeck/contract/access/banned.ts'
import { expect, test } from 'vitest'
import { banMatcher, normalizeWho } from './ban-matcher.ts'

const mallory = { clientid: 'bot-1', username: 'mallory', peerhost: '10.1.2.3' }
const nameless = { clientid: 'mallory', username: undefined, peerhost: '2001:db8::1' }

/** Returns which of the two clients the ban keeps out, or what is wrong with it. */
function meets(as: BanKind, who: string) {
  const matches = banMatcher(as, who)
  return typeof matches === 'function' ? [mallory, nameless].map(matches) : matches.fault
}

test.each([
  ['clientid', 'bot-1', [true, false]],
  ['clientid', 'bot', [false, false]],
  ['username', 'mallory', [true, false]],
  ['username', 'Mallory', [false, false]],
  ['clientid_re', '^bot-\\d$', [true, false]],
  ['clientid_re', 'mal', [false, true]],
  ['username_re', 'mal', [true, false]],
  // A client without a username matches no pattern.
  ['username_re', '.*', [true, false]],
  ['peerhost', '10.1.2.3', [true, false]],
  ['peerhost', '2001:db8:0::1', [false, true]],
  ['peerhost_net', '10.0.0.0/8', [true, false]],
  ['peerhost_net', '10.1.2.3', [true, false]],
  ['peerhost_net', '10.1.2.4', [false, false]],
  ['peerhost_net', '0.0.0.0/0', [true, false]],
  ['peerhost_net', '10.1.2.2/31', [true, false]],
  ['peerhost_net', '10.1.2.3/32', [true, false]],
  ['peerhost_net', '2001:db8::/32', [false, true]],
  ['peerhost_net', '2001:db8::1', [false, true]],
  ['peerhost_net', '2001:db8::1/128', [false, true]],
  ['peerhost_net', '2001:db8::2', [false, false]],
] as const)('a ban of the %s %s keeps out %j', (as, who, kept) => {
  expect(meets(as, who)).toEqual(kept)
})

test.each([
  ['clientid_re', '([a', '{"missing terminating ] for character class",3}'],
  ['peerhost', '10.1.2', '"bad peerhost"'],
  ['peerhost', '10.1.2.3/32', '"bad peerhost"'],
  ['peerhost_net', 'everybody', 'function_clause'],
  ['peerhost_net', 'everybody/8', 'function_clause'],
  ['peerhost_net', '10.0.0.0/', 'function_clause'],
  ['peerhost_net', '10.0.0.0/33', 'function_clause'],
  ['peerhost_net', '10.0.0.0/-1', 'function_clause'],
  ['peerhost_net', '10.0.0.0/8/8', 'function_clause'],
  ['peerhost_net', '2001:db8::/129', 'function_clause'],
] as const)('no ban is made of the %s %s', (as, who, fault) => {
  expect(meets(as, who)).toEqual(fault)
})

test('an address without a mask is a net of one', () => {
  expect(normalizeWho('peerhost_net', '10.1.2.3')).toBe('10.1.2.3/32')
  expect(normalizeWho('peerhost_net', '2001:db8::1')).toBe('2001:db8::1/128')
  expect(normalizeWho('peerhost_net', '10.0.0.0/8')).toBe('10.0.0.0/8')
  expect(normalizeWho('peerhost_net', 'everybody')).toBe('everybody')
  expect(normalizeWho('peerhost', '10.1.2.3')).toBe('10.1.2.3')
})
