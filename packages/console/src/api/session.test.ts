import { ssoBackends } from '@brokerdeck/contract/system/sso-backends.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { editionNumber, readSession } from './session.ts'

it('takes what is not Enterprise for Community', () => {
  expect(['ee', 'Enterprise', 'ce', 'opensource', ''].map(editionNumber)).toEqual([1, 1, 2, 2, 2])
})

const whole = fc.record(
  {
    token: fc.string(),
    username: fc.string(),
    edition: fc.string(),
    version: fc.string(),
    role: fc.string(),
    hasDefaultPassword: fc.boolean(),
    backend: fc.constantFrom(...ssoBackends),
  },
  { requiredKeys: ['token', 'username', 'edition', 'version'] },
)

it('reads the session that was stored, and nothing else of the place', () => {
  fc.assert(
    fc.property(whole, fc.string(), (session, more) => {
      expect(readSession(JSON.parse(JSON.stringify({ ...session, more })))).toEqual(session)
    }),
  )
})

it('takes no session of which a part is missing or of another kind', () => {
  const session = { token: 't', username: 'ada', edition: 'ee', version: '5.8.9' }
  const another = fc.oneof(fc.integer(), fc.constant(null), fc.array(fc.string()), fc.object())
  fc.assert(
    fc.property(
      fc.constantFrom('token', 'username', 'edition', 'version', 'role', 'hasDefaultPassword', 'backend'),
      another,
      (part, value) => {
        expect(readSession({ ...session, [part]: value })).toBeUndefined()
      },
    ),
  )
  for (const part of Object.keys(session))
    expect(readSession({ ...session, [part]: undefined })).toBeUndefined()
  expect(readSession({ ...session, backend: 'kerberos' })).toBeUndefined()
  expect([undefined, null, 7, 'ada', []].map(readSession)).toEqual(Array(5).fill(undefined))
})
