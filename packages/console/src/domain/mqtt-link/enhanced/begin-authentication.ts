import { findChosenMethod } from '#domain/mqtt-link/connect-options.ts'
import type { ConnectionSettings, LinkRequest } from '#domain/mqtt-link/connection-settings.ts'
import { bytesFromBase64, bytesFromHex } from '#lib/payload.ts'
import { type Authentication, type Bytes, ScramAuthentication } from './scram-authentication.ts'

/**
 * Creates a new authentication for each attempt, because its messages must not be repeated. Undefined without a
 * method.
 */
export function beginAuthentication({ settings, password = '' }: LinkRequest): Authentication | undefined {
  const { enhanced, username } = settings
  const method = findChosenMethod(settings)
  if (method === undefined) return undefined
  if (method !== 'other') return new ScramAuthentication(method, { username, password })
  return plainAuthentication(enhanced.name, authenticationData(enhanced))
}

/** Returns the bytes of the typed data, which were checked when they were typed. */
export function authenticationData({
  data,
  encoding,
}: Pick<ConnectionSettings['enhanced'], 'data' | 'encoding'>): Bytes | undefined {
  if (data === '') return undefined
  if (encoding === 'text') return new TextEncoder().encode(data)
  return encoding === 'hex' ? bytesFromHex(data) : bytesFromBase64(data)
}

/** Any other method: the operator's data are sent with the CONNECT, and a challenge of the broker has no response. */
function plainAuthentication(method: string, first: Bytes | undefined): Authentication {
  return {
    method,
    first,
    step: 'first',
    answer: async () => ({ kind: 'fault', fault: { kind: 'question' } }),
    findFault: () => undefined,
  }
}
