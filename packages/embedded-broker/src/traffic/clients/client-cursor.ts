import { createHash } from 'node:crypto'
import type { CursorMeta } from '@brokerdeck/contract/paging.ts'
import { refusal } from '../../http/api-refusal.ts'
import type { Session } from '../../mqtt/cluster.ts'

const digests = new WeakMap<Session, string>()
const shape = /^(\d{15})-([0-9a-f]{16})$/

/** Where a session stands in the list: by creation, so that new ones come at the end of what is being paged. */
interface Place {
  readonly createdAt: number
  readonly digest: string
}

/** Of the client id: that may have 64 KB, and a cursor travels in the address. */
function digestOf(session: Session): string {
  let digest = digests.get(session)
  if (digest === undefined) {
    digest = createHash('sha256').update(session.clientid).digest('hex').slice(0, 16)
    digests.set(session, digest)
  }
  return digest
}

/** The sessions after the cursor, at most `limit`, and the cursor of the next page if there is one. */
export function cursorPage(
  sessions: readonly Session[],
  cursor: string | undefined,
  limit: number,
): { readonly page: Session[]; readonly next: string | undefined } {
  const place = cursor === undefined ? undefined : parseCursor(cursor)
  const rest = place === undefined ? [...sessions] : sessions.filter((session) => isAfter(session, place))
  // Digests only where the time does not decide: of all sessions they cost more than the page.
  rest.sort((a, b) => a.createdAt - b.createdAt || (digestOf(a) < digestOf(b) ? -1 : 1))
  const page = rest.slice(0, limit)
  const last = page.at(-1)
  const next = rest.length > limit && last !== undefined ? printCursor(last) : undefined
  return { page, next }
}

function isAfter(session: Session, { createdAt, digest }: Place): boolean {
  return session.createdAt > createdAt || (session.createdAt === createdAt && digestOf(session) > digest)
}

function printCursor(session: Session): string {
  const time = String(session.createdAt).padStart(15, '0')
  return Buffer.from(`${time}-${digestOf(session)}`).toString('base64url')
}

function parseCursor(cursor: string): Place {
  const [, time, digest] = shape.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? []
  if (time === undefined || digest === undefined) throw refusal(400, 'BAD_REQUEST', 'bad cursor')
  return { createdAt: Number(time), digest }
}

/** Without a cursor there is no further page. */
export function clientCursorMeta(count: number, next: string | undefined): CursorMeta {
  return next === undefined ? { count } : { count, cursor: next }
}
