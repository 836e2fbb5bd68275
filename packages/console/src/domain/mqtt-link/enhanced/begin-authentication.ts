import { findChosenMethod } from '#domain/mqtt-link/connect-options.ts'
import type { ConnectionSettings, LinkRequest } from '#domain/mqtt-link/connection-settings.ts'
import { bytesFromBase64, bytesFromHex } from '#lib/payload.ts'
import { type Authentication, type Bytes, ScramAuthentication } from './scram-authentication.ts'

/** A new one for each attempt: what was said once must not be said again. Undefined: there is none. */
export function beginAuthentication({ settings, password = '' }: LinkRequest): Authentication | undefined {
  const { enhanced, username } = settings
  const method = findChosenMethod(settings)
  if (method === undefined) return undefined
  if (method !== 'other') return new ScramAuthentication(method, { username, password })
  return plainAuthentication(enhanced.name, authenticationData(enhanced))
}

/** The bytes that were typed, which were checked when they were. */
export function authenticationData({
  data,
  encoding,
}: Pick<ConnectionSettings['enhanced'], 'data' | 'encoding'>): Bytes | undefined {
  if (data === '') return undefined
  if (encoding === 'text') return new TextEncoder().encode(data)
  return encoding === 'hex' ? bytesFromHex(data) : bytesFromBase64(data)
}

/** Any other method: the operator's data go with the CONNECT, and there is nothing to say to a question. */
function plainAuthentication(method: string, first: Bytes | undefined): Authentication {
  return {
    method,
    first,
    step: 'first',
    answer: async () => ({ kind: 'fault', fault: { kind: 'question' } }),
    findFault: () => undefined,
  }
}
