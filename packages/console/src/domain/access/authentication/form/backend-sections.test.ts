import { describe, expect, it } from 'vitest'
import { mongodbSections } from '#domain/access/authentication/authn-kinds.ts'
import { documentToForm } from '#kit/form/document.ts'
import { activeFields } from '#kit/form/visibility.ts'
import { builtInSections } from './built-in-sections.ts'

function shown(sections: typeof mongodbSections, password_hash_algorithm: object): readonly string[] {
  const values = documentToForm(sections, { password_hash_algorithm })
  return activeFields(sections, values).map(({ path }) => path.replace('password_hash_algorithm.', ''))
}

describe('what there is to say of a hash', () => {
  it.each([
    [{ name: 'plain', salt_position: 'disable' }, []],
    [{ name: 'sha256', salt_position: 'disable' }, ['salt_position']],
    [{ name: 'sha256', salt_position: 'prefix' }, ['salt_field', 'salt_position']],
    [{ name: 'bcrypt' }, []],
    [
      { name: 'pbkdf2', mac_fun: 'sha256', iterations: 1 },
      ['salt_field', 'mac_fun', 'iterations', 'dk_length'],
    ],
  ])('%o, kept elsewhere', (hash, wanted) => {
    const all = ['salt_field', 'salt_position', 'salt_rounds', 'mac_fun', 'iterations', 'dk_length']
    expect(shown(mongodbSections, hash).filter((path) => all.includes(path))).toEqual(wanted)
  })

  it('includes the rounds of bcrypt where the broker hashes', () => {
    expect(shown(builtInSections, { name: 'bcrypt' })).toContain('salt_rounds')
    expect(shown(builtInSections, { name: 'sha256' })).not.toContain('salt_rounds')
  })
})
