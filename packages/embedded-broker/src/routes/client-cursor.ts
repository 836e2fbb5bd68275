import { createHash } from 'node:crypto'
import type { CursorMeta } from '@brokerdeck/contract/paging.ts'
import { refusal } from '../http/api-refusal.ts'
import type { Session } from '../mqtt/cluster.ts'

const keys = new WeakMap<Session, string>()
const shape = /^\d{15}-[0-9a-f]{16}$/

/** Where a session stands in the list: by creation, so that new ones come at the end of what is being paged. */
function keyOf(session: Session): string {
  let key = keys.get(session)
  if (key === undefined) {
    // Not the client id itself: it may have 64 KB, and a cursor travels in the address.
    const digest = createHash('sha256').update(session.clientid).digest('hex').slice(0, 16)
    key = `${String(session.createdAt).padStart(15, '0')}-${digest}`
    keys.set(session, key)
  }
  return key
}

/** The sessions after the cursor, at most `limit`, and the cursor of the next page if there is one. */
export function cursorPage(
  sessions: readonly Session[],
  cursor: string | undefined,
  limit: number,
): { readonly page: Session[]; readonly next: string | undefined } {
  const after = cursor === undefined ? '' : parseCursor(cursor)
  const rest = sessions.filter((session) => keyOf(session) > after)
  rest.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  const page = rest.slice(0, limit)
  const last = page.at(-1)
  const next = rest.length > limit && last !== undefined ? keyOf(last) : undefined
  return { page, next: next === undefined ? undefined : Buffer.from(next).toString('base64url') }
}

function parseCursor(cursor: string): string {
  const key = Buffer.from(cursor, 'base64url').toString('latin1')
  if (!shape.test(key)) throw refusal(400, 'BAD_REQUEST', 'bad cursor')
  return key
}

/** Without a cursor there is no further page. */
export function clientCursorMeta(count: number, next: string | undefined): CursorMeta {
  return next === undefined ? { count } : { count, cursor: next }
}
