import { createHash } from 'node:crypto'
import { parseTemplate, renderTemplate } from '@brokerdeck/languages/access-rules/template.ts'
import * as v from 'valibot'
import { openLdap } from '../../backends/ldap-resource.ts'
import { renderDn, renderFilter } from '../../backends/ldap-template.ts'
import type { ResourceServices } from '../../backends/resource-services.ts'
import { type Authenticator, badCredentials, notAuthorized, type Step } from './authenticator.ts'
import { isCredential, toValueLookup } from './credential-value.ts'
import { isTrue } from './own-rights.ts'
import { isSameSecret } from './same-secret.ts'

/** Maps each scheme to its digest and the digest's length; the bytes after the digest are the salt. */
const schemes = new Map<string, readonly [string, number]>([
  ['MD5', ['md5', 16]],
  ['SMD5', ['md5', 16]],
  ['SHA', ['sha1', 20]],
  ['SSHA', ['sha1', 20]],
  ['SHA256', ['sha256', 32]],
  ['SSHA256', ['sha256', 32]],
  ['SHA384', ['sha384', 48]],
  ['SSHA384', ['sha384', 48]],
  ['SHA512', ['sha512', 64]],
  ['SSHA512', ['sha512', 64]],
])

/** Compares a password with `userPassword` of RFC 2307: either `{SSHA}…` in base64, or the password itself. */
function isLdapPassword(stored: string, password: Buffer): boolean {
  const found = /^\{([\w-]+)\}(.*)$/s.exec(stored)
  if (found === null) return isSameSecret(stored, password)
  const [, name = '', encoded = ''] = found
  const known = schemes.get(name.toUpperCase().replace(/^(S?SHA)-/, '$1'))
  if (known === undefined) return false
  const [algorithm, length] = known
  const bytes = Buffer.from(encoded, 'base64')
  const made = createHash(algorithm).update(password).update(bytes.subarray(length)).digest()
  return isSameSecret(made, bytes.subarray(0, length))
}

const shape = v.object({
  base_dn: v.string(),
  filter: v.string(),
  method: v.variant('type', [
    v.object({
      type: v.literal('hash'),
      password_attribute: v.string(),
      is_superuser_attribute: v.string(),
    }),
    v.object({ type: v.literal('bind'), bind_password: v.string() }),
  ]),
})

/** The attribute by which an entry says that its device is disabled. */
const enabledAttribute = 'isEnabled'

/** Directories write `TRUE` in capitals. */
const isTrueText = (text: string): boolean => isTrue(text.toLowerCase())

export function ldapAuthenticator(document: unknown, services: ResourceServices): Authenticator {
  const { base_dn, filter, method } = v.parse(shape, document)
  const bindPassword = parseTemplate(method.type === 'bind' ? method.bind_password : '', isCredential)
  const attributes =
    method.type === 'hash'
      ? [method.password_attribute, method.is_superuser_attribute, enabledAttribute]
      : ['1.1']
  const resource = openLdap(document, services)
  return {
    resource,
    async authenticate(credentials): Promise<Step> {
      const { node, password } = credentials
      const lookUp = toValueLookup(credentials)
      if (credentials.method !== undefined) return 'ignore'
      // EMQX sends no request for a client without a password.
      if (password === undefined) return badCredentials
      const search = {
        base: renderDn(base_dn, isCredential, lookUp),
        filter: renderFilter(filter, isCredential, lookUp),
        attributes,
      }
      const { entries } = await resource.ask({ search }, node)
      const [entry] = entries
      if (entry === undefined) return 'ignore'
      // With several entries the password cannot be assigned to one of them.
      if (entries.length > 1) throw new Error(`${entries.length} entries are found`)
      if (method.type === 'bind') {
        const bind = { dn: entry.dn, password: renderTemplate(bindPassword, lookUp) }
        const { isBound } = await resource.ask({ bind }, node)
        return isBound ? { kind: 'allow', isSuperuser: false } : badCredentials
      }
      const getTexts = (name: string) => entry.attributes[name.toLowerCase()] ?? []
      if (!isTrueText(getTexts(enabledAttribute)[0] ?? 'true')) return notAuthorized
      const stored = getTexts(method.password_attribute)
      if (!stored.some((one) => isLdapPassword(one, password))) return badCredentials
      return { kind: 'allow', isSuperuser: isTrueText(getTexts(method.is_superuser_attribute)[0] ?? '') }
    },
    close: () => resource.close(),
  }
}
