import { type Authenticator, authenticatorSchema } from '@brokerdeck/contract/access/authentication.ts'
import { recordedExchanges, recordedTest } from '@brokerdeck/contract/testing/shared-material.ts'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { toAuthnSettings } from '#domain/access/authentication/authn-document.ts'
import { authnKinds } from '#domain/access/authentication/authn-kinds.ts'
import { toAuthenticatorEnableRequest, toAuthenticatorUpdateRequest } from './authn-request.ts'

/** The environment of the recordings had no Kerberos realm. */
const unrecorded = 'gssapi:kerberos'

const recorded = recordedExchanges()
  .filter(
    ({ method, path, status }) => method === 'GET' && /^\/authentication\//.test(path) && status === 200,
  )
  .map(({ answer }) => v.safeParse(authenticatorSchema, answer))
  .flatMap(({ success, output }) => (success ? [output] : []))

const withoutId = ({ id, ...body }: Authenticator) => body

describe('what is written of an authenticator', () => {
  recordedTest.each(authnKinds.filter(({ id }) => id !== unrecorded))(
    '$id is what a real broker answered, and nothing less',
    ({ id, sections }) => {
      const answers = recorded.filter((one) => one.id === id)
      expect(answers.length).toBeGreaterThan(0)
      for (const answer of answers) {
        const given = { params: { id }, body: withoutId(answer) }
        expect(toAuthenticatorUpdateRequest(sections)(toAuthnSettings(answer), answer)).toEqual(given)
        expect(toAuthenticatorEnableRequest(answer, answer.enable)).toEqual(given)
      }
    },
  )

  it('leaves the missing salt of plain passwords behind with them', () => {
    const password_hash_algorithm = { name: 'plain', salt_position: 'disable' }
    const plain = {
      id: 'password_based:built_in_database',
      mechanism: 'password_based',
      enable: true,
      backend: 'built_in_database',
      password_hash_algorithm,
    }
    const shown = toAuthnSettings(plain)
    expect(shown).toEqual({ password_hash_algorithm: { name: 'plain' } })
    const kind = authnKinds.find(({ id }) => id === plain.id)
    const write = toAuthenticatorUpdateRequest(kind?.sections ?? [])
    expect(write(shown, plain).body).toMatchObject({ password_hash_algorithm })
    expect(toAuthenticatorEnableRequest(plain, false).body).toMatchObject({ password_hash_algorithm })
    const other = { password_hash_algorithm: { name: 'sha256' } }
    expect(write(other, plain).body).not.toMatchObject({
      password_hash_algorithm: { salt_position: 'disable' },
    })
  })

  it('of an older LDAP has its attributes where they are looked for now', () => {
    const older = {
      id: 'password_based:ldap',
      mechanism: 'password_based',
      backend: 'ldap',
      enable: true,
      server: 'localhost:389',
      password_attribute: 'userPassword',
      is_superuser_attribute: 'isSuperuser',
    }
    expect(toAuthenticatorEnableRequest(older, false).body).toEqual({
      mechanism: 'password_based',
      backend: 'ldap',
      enable: false,
      server: 'localhost:389',
      method: { type: 'hash', password_attribute: 'userPassword', is_superuser_attribute: 'isSuperuser' },
    })
  })
})
