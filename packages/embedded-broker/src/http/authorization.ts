import type { Access } from '@brokerdeck/contract/endpoint.ts'
import type { Tokens } from '../world/tokens.ts'
import { ApiRefusal, refusal } from './api-refusal.ts'

/** Whose request this is, or the refusal that the broker gives (401 codes; an empty 400 for a malformed header). */
export function authorize(
  access: Access,
  header: string | undefined,
  tokens: Tokens,
): { readonly username: string; readonly token: string } | undefined {
  if (access === 'public') return undefined
  if (header === undefined) {
    throw refusal(401, 'AUTHORIZATION_HEADER_ERROR', 'Support authorization: basic/bearer ')
  }
  const bearer = /^Bearer (\S+)$/i.exec(header)?.[1]
  if (bearer !== undefined) return sessionOf(bearer, tokens)
  const basic = /^Basic ([A-Za-z0-9+/]+={0,2})$/i.exec(header)?.[1]
  if (basic === undefined || !Buffer.from(basic, 'base64').includes(':')) throw new ApiRefusal(400, undefined)
  // There are no API keys here, so no key is right.
  throw refusal(401, 'BAD_API_KEY_OR_SECRET', 'Check api_key/api_secret')
}

function sessionOf(token: string, tokens: Tokens) {
  const session = tokens.use(token)
  if (session === 'unknown') throw refusal(401, 'BAD_TOKEN', 'Get a token by POST /login')
  if (session === 'expired') {
    throw refusal(401, 'TOKEN_TIME_OUT', 'Token expired, get new token by POST /login')
  }
  return { username: session.username, token }
}
