import { describe, expect, it } from 'vitest'
import { authnImpact } from './authn-impact.ts'

const hash = (settings: object) => ({ user_id_type: 'username', password_hash_algorithm: settings })
const sha256 = hash({ name: 'sha256', salt_position: 'suffix' })
const pbkdf2 = { name: 'pbkdf2', mac_fun: 'sha256', iterations: 2048 }

describe('a change of the settings of a built-in database', () => {
  it.each([
    ['another hash', sha256, hash({ name: 'sha512', salt_position: 'suffix' }), /existing data unusable/],
    ['another place of the salt', sha256, hash({ name: 'sha256', salt_position: 'prefix' }), /unusable/],
    ['more iterations', hash(pbkdf2), hash({ ...pbkdf2, iterations: 4096 }), /unusable/],
    [
      'another name for users',
      sha256,
      { ...sha256, user_id_type: 'clientid' },
      /looks users up by the new type/,
    ],
    [
      'another iteration count',
      { iteration_count: 4096 },
      { iteration_count: 8192 },
      /locks out existing users/,
    ],
    ['another SCRAM algorithm', { algorithm: 'sha256' }, { algorithm: 'sha512' }, /locks out existing users/],
  ])('warns of %s', (_what, before, after, words) => {
    expect(authnImpact({ backend: 'built_in_database' }, after, before)).toMatch(words)
  })

  it('does not warn of more rounds: a hash of bcrypt knows its own', () => {
    const rounds = (salt_rounds: number) => hash({ name: 'bcrypt', salt_rounds })
    const impact = authnImpact({ backend: 'built_in_database' }, rounds(10), rounds(8))
    expect(impact).not.toMatch(/unusable|locks out/)
  })

  it('does not warn where others keep the passwords', () => {
    expect(authnImpact({ backend: 'redis' }, hash(pbkdf2), sha256)).not.toMatch(/unusable/)
  })
})
