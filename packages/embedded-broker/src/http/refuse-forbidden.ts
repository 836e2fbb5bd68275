import { refusal } from './api-refusal.ts'
import type { Pieces } from './api-resource.ts'
import type { Caller } from './caller.ts'

interface Operation {
  readonly method: string
  /** As in the contract, with `:parameters`; undefined for what this broker does not offer. */
  readonly path: string | undefined
  readonly params: Readonly<Record<string, string>>
}

/** Throws the 403 of the broker if the role of the caller does not allow this. Only Enterprise has roles. */
export function refuseForbidden(
  caller: Caller | undefined,
  operation: Operation,
  { edition }: Pieces<'edition'>,
): void {
  if (edition === 'community' || caller === undefined || isAllowed(caller, operation)) return
  const who = caller.kind === 'api-key' ? 'This API Key' : 'You'
  throw refusal(403, 'UNAUTHORIZED_ROLE', `${who} don't have permission to access this resource`)
}

function isAllowed({ kind, role, id }: Caller, { method, path, params }: Operation): boolean {
  if (role === 'administrator') return true
  if (role === 'publisher') return method === 'POST' && (path === '/publish' || path === '/publish/bulk')
  if (method === 'GET') return true
  if (kind === 'api-key' || method !== 'POST') return false
  return path === '/logout' || (path === '/users/:username/change_pwd' && params['username'] === id)
}
