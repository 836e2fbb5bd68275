import type { IncomingHttpHeaders } from 'node:http'
import type { TunnelRefusal } from './tunnel-target.ts'

/** With it the page says where it is when it asks why the tunnel does not open: a plain request has no `origin`. */
export const pageOriginHeader = 'x-page-origin'

/** A browser names the page's origin and lets no page forge it; what is not a browser sends none. */
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
