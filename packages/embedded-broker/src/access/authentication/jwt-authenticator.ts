import { parseTemplate, renderTemplate } from '@brokerdeck/languages/access-rules/template.ts'
import * as v from 'valibot'
import type { ResourceServices } from '../../backends/resource-services.ts'
import { type Authenticator, badCredentials, type Step } from './authenticator.ts'
import { isCredential, toValueLookup } from './credential-value.ts'
import { ownRights } from './own-rights.ts'
import { type AcceptedClaims, acceptClaims } from './token-claims.ts'
import { openTokenKeys } from './token-keys.ts'
import { isSignedByOne, parseToken } from './token-signature.ts'

const shape = v.object({
  from: v.picklist(['username', 'password']),
  verify_claims: v.record(v.string(), v.string()),
  acl_claim_name: v.string(),
  disconnect_after_expire: v.boolean(),
})

/** The last moment that a `Date` can represent. */
const latestMilliseconds = 8.64e15

/** Returns when the rules of a token end, and also when the connection ends if the settings ask for that. */
function endTimes({ exp }: AcceptedClaims, isDisconnected: boolean) {
  if (exp === undefined) return {}
  // EMQX cannot compute the connection's end from a fraction, and passes the client on to the next authenticator.
  if (isDisconnected && typeof exp === 'number') throw new Error('the end of the token is no integer')
  const rulesExpireAt = Math.min(Number(exp) * 1000, latestMilliseconds)
  return { rulesExpireAt, ...(isDisconnected && { expiresAt: rulesExpireAt }) }
}

/** Ignores a text that is no token or that none of the keys has signed: it may be meant for the next authenticator. */
export function jwtAuthenticator(document: unknown, services: ResourceServices): Authenticator {
  const { from, verify_claims, acl_claim_name: aclName, ...settings } = v.parse(shape, document)
  const keys = openTokenKeys(document, services)
  const templates = Object.entries(verify_claims).map(
    ([name, expected]) => [name, parseTemplate(expected, isCredential)] as const,
  )

  return {
    ...(keys.resource === undefined ? {} : { resource: keys.resource }),
    async authenticate(credentials): Promise<Step> {
      const text = from === 'username' ? credentials.username : credentials.password?.toString('utf8')
      if (credentials.method !== undefined || text === undefined) return 'ignore'
      const token = parseToken(text)
      if (token === undefined) return 'ignore'
      if (!(await isSignedByOne(token, await keys.find(credentials.node)))) return 'ignore'
      const values = toValueLookup(credentials)
      const expected = templates.map(([name, template]) => [name, renderTemplate(template, values)] as const)
      const claims = acceptClaims(token.payload, expected, services.clock.now())
      if (claims === undefined) return badCredentials
      const ends = endTimes(claims, settings.disconnect_after_expire)
      return { kind: 'allow', ...ownRights(claims.all, aclName), ...ends }
    },
    close: () => keys.close(),
  }
}
