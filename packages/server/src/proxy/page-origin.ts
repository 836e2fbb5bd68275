import type { IncomingHttpHeaders } from 'node:http'
import type { TunnelRefusal } from './tunnel-target.ts'

/**
 * The header in which the page names its origin when it asks why the tunnel does not open: a plain request has no
 * `origin`.
 */
export const pageOriginHeader = 'x-page-origin'

/**
 * Refuses origins other than this server. Browsers send the origin of the page, and no page can forge it; other
 * clients send no origin.
 */
export function originRefusal(
  origin: string | undefined,
  { host, 'x-forwarded-host': forwardedHost }: IncomingHttpHeaders,
): TunnelRefusal | undefined {
  if (origin === undefined) return undefined
  const from = URL.canParse(origin) ? new URL(origin).host : undefined
  if (from !== undefined && (from === host || from === forwardedHost)) return undefined
  const asked = `this server was asked as ${host ?? 'nothing'}`
  const message = `Only pages of this console may connect: the page is at ${from ?? origin}, but ${asked}.`
  return { status: 403, code: 'FOREIGN_ORIGIN', message }
}
