import { expect, it } from 'vitest'
import { banFault, coversEverybody } from './ban-fault.ts'

it.each([
  ['clientid', '([a'],
  ['username', '300.1.1.1'],
  ['clientid_re', '^bot-.*$'],
  ['clientid_re', '(?i)bot'],
  ['username_re', '(?P<who>a++)'],
  ['peerhost', '192.0.2.7'],
  ['peerhost', '2001:db8::1'],
  ['peerhost_net', '10.0.0.0/8'],
  ['peerhost_net', '10.0.0.1'],
  ['peerhost_net', '2001:db8::/32'],
] as const)('leaves %s %s to the broker', (as, who) => {
  expect(banFault(as, who)).toBeUndefined()
})

it.each([
  ['clientid_re', '([a', /missing terminating \] for character class \(at byte 3\)/],
  ['username_re', '*a', /nothing to repeat \(at byte 0\)/],
  ['peerhost', '300.1.1.1', /no IP address/],
  ['peerhost', '10.0.0.0/8', /no IP address/],
  ['peerhost_net', '10.0.0.0/33', /no network/],
  ['peerhost_net', '10.0.0.0/8/8', /no network/],
  ['peerhost_net', '10.0.0.0/', /no network/],
  ['peerhost_net', 'office', /no network/],
] as const)('refuses %s %s', (as, who, words) => {
  expect(banFault(as, who)).toMatch(words)
})

it('knows what would refuse everybody', () => {
  const all = [
    ['clientid_re', '.*'],
    ['username_re', 'a*'],
    ['clientid_re', '(?i)^[[:alpha:]]'],
    ['peerhost_net', '0.0.0.0/0'],
    ['peerhost_net', '::/0'],
  ] as const
  for (const [as, who] of all) expect(coversEverybody(as, who), who).toBe(true)
  const some = [
    ['clientid', '.*'],
    ['clientid_re', '^$'],
    ['clientid_re', ''],
    ['clientid_re', '([a'],
    ['peerhost_net', '10.0.0.0/10'],
  ] as const
  for (const [as, who] of some) expect(coversEverybody(as, who), who).toBe(false)
})
