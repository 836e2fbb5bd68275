import type { Access } from '@brokerdeck/contract/endpoint.ts'
import { ApiRefusal, refusal } from './api-refusal.ts'
import type { Pieces } from './api-resource.ts'
import type { Caller } from './caller.ts'

interface AuthorizeOptions {
  readonly access: Access
  /** The path below `/api/v5`. */
  readonly path: string
  readonly header: string | undefined
}

/**
 * Returns the caller of a request; throws the broker's refusal otherwise (401 codes; an empty 400 for a malformed
 * header).
 */
export function authorize(
  { access, path, header }: AuthorizeOptions,
  uses: Pieces<'apiKeys' | 'prometheus' | 'tokens' | 'users'>,
): Caller | undefined {
  if (access === 'public' || (access === 'scrape' && !uses.prometheus.isProtected)) return undefined
  if (header === undefined) {
    throw refusal(401, 'AUTHORIZATION_HEADER_ERROR', 'Support authorization: basic/bearer ')
  }
  const bearer = /^Bearer (\S+)$/i.exec(header)?.[1]
  if (bearer !== undefined) return authenticateToken(bearer, uses)
  const basic = /^Basic ([A-Za-z0-9+/]+={0,2})$/i.exec(header)?.[1]
  const credentials = basic === undefined ? '' : Buffer.from(basic, 'base64').toString('utf8')
  const colon = credentials.indexOf(':')
  if (colon < 0) throw new ApiRefusal(400, undefined)
  if (access === 'session') {
    const [, area = ''] = path.split('/')
    throw refusal(
      401,
      'API_KEY_NOT_ALLOW',
      `Please use bearer Token instead, using API key/secret in ${area} path is not permitted`,
    )
  }
  return authenticateKey(credentials.slice(0, colon), credentials.slice(colon + 1), uses)
}

function authenticateToken(
  token: string,
  { tokens, users }: Pieces<'apiKeys' | 'prometheus' | 'tokens' | 'users'>,
): Caller {
  const session = tokens.use(token)
  if (session === 'unknown') throw refusal(401, 'BAD_TOKEN', 'Get a token by POST /login')
  if (session === 'expired') {
    throw refusal(401, 'TOKEN_TIME_OUT', 'Token expired, get new token by POST /login')
  }
  const { username: id } = session
  const { username, role } = users.find(id) ?? { username: id, role: users.getRole(id) }
  return { kind: 'user', id, username, token, role }
}

function authenticateKey(
  key: string,
  secret: string,
  { apiKeys }: Pieces<'apiKeys' | 'prometheus' | 'tokens' | 'users'>,
): Caller {
  const found = apiKeys.admit(key, secret)
  if (found === undefined) throw refusal(401, 'BAD_API_KEY_OR_SECRET', 'Check api_key/api_secret')
  return { kind: 'api-key', id: key, username: key, token: '', role: found.role }
}
