import { parseTemplate, renderTemplate } from '@brokerdeck/contract/access/rules/template.ts'
import type { JWTPayload } from 'jose'
import * as v from 'valibot'
import type { ResourceServices } from '../../backends/resource-services.ts'
import { isPlainObject } from '../../config/plain-object.ts'
import type { Credentials } from '../../mqtt/access.ts'
import { type Authenticator, badCredentials, type Step } from './authenticator.ts'
import { isCredential, valuesOf } from './credential-value.ts'
import { hmacKeys, type JwtKeys, jwksKeys, publicKeys } from './jwt-keys.ts'
import { ownRights } from './own-rights.ts'

const shape = v.object({
  from: v.picklist(['username', 'password']),
  verify_claims: v.record(v.string(), v.string()),
  acl_claim_name: v.string(),
  disconnect_after_expire: v.boolean(),
})

function keysOf(document: unknown, services: ResourceServices): JwtKeys {
  const given = isPlainObject(document) ? document : {}
  if (given['use_jwks'] === true) return jwksKeys(document, services)
  return given['algorithm'] === 'public-key' ? publicKeys(document) : hmacKeys(document)
}

/** A text that is no token, or not signed by who should, may be meant for the next in the chain. */
export function jwtAuthenticator(document: unknown, services: ResourceServices): Authenticator {
  const { from, verify_claims, acl_claim_name: aclName, ...settings } = v.parse(shape, document)
  const keys = keysOf(document, services)
  const claims = Object.entries(verify_claims).map(
    ([name, expected]) => [name, parseTemplate(expected, isCredential)] as const,
  )
  const { now } = services.clock

  function areAsExpected(payload: JWTPayload, credentials: Credentials): boolean {
    if (payload.iat !== undefined && payload.iat * 1000 > now()) return false
    return claims.every(([name, expected]) => {
      const said = payload[name]
      return said !== undefined && String(said) === renderTemplate(expected, valuesOf(credentials))
    })
  }

  return {
    ...(keys.resource === undefined ? {} : { resource: keys.resource }),
    async authenticate(credentials): Promise<Step> {
      const { errors } = await import('jose')
      const token = from === 'username' ? credentials.username : credentials.password?.toString('utf8')
      if (credentials.method !== undefined || token === undefined) return 'ignore'
      try {
        const { payload } = await keys.verify(token, { currentDate: new Date(now()) }, credentials.node)
        if (!areAsExpected(payload, credentials)) return badCredentials
        const rulesExpireAt = payload.exp === undefined ? undefined : payload.exp * 1000
        return {
          kind: 'allow',
          ...ownRights(payload, aclName),
          ...(rulesExpireAt === undefined ? {} : { rulesExpireAt }),
          ...(rulesExpireAt !== undefined && settings.disconnect_after_expire
            ? { expiresAt: rulesExpireAt }
            : {}),
        }
      } catch (error) {
        if (error instanceof errors.JWTExpired || error instanceof errors.JWTClaimValidationFailed) {
          return badCredentials
        }
        if (error instanceof errors.JOSEError) return 'ignore'
        throw error
      }
    },
    close: () => keys.close(),
  }
}
