import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'

/**
 * The hop-by-hop headers (RFC 9110 §7.6.1), and headers that are set anew, such as the length of what is really sent.
 */
const ofThisHop: readonly string[] = [
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]

/**
 * The headers that are not sent to the broker, such as cookies of other applications on this host, and an origin that
 * the broker would check.
 */
const notForwarded: readonly string[] = [
  ...ofThisHop,
  'cookie',
  'forwarded',
  'origin',
  'referer',
  'x-forwarded-for',
]

/** The headers that tell how a body is read and on whose authority; `connection` cannot remove them. */
const lasting: readonly string[] = ['authorization', 'content-encoding', 'content-type']

/**
 * The response headers that are passed on to the browser. Any other header would act for this server's own origin:
 * cookies, policies, refreshes, cross-origin access, and headers that are yet to be defined.
 */
const returned: readonly string[] = [
  'accept-ranges',
  'allow',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-length',
  'content-range',
  'content-type',
  'date',
  'etag',
  'last-modified',
  'location',
  'retry-after',
  'vary',
]

/** Returns the words of the `connection` header in lower case. */
export function connectionWords({ connection = '' }: IncomingHttpHeaders): readonly string[] {
  return connection
    .split(',')
    .map((word) => word.trim().toLowerCase())
    .filter((word) => word !== '')
}

/**
 * Returns the headers for the broker, with the client's address as this server knows it instead of the client's own
 * statement.
 */
export function headersToUpstream(headers: IncomingHttpHeaders, client: string): OutgoingHttpHeaders {
  const dropped = connectionWords(headers).filter((name) => !lasting.includes(name))
  const kept = Object.entries(headers).filter(
    ([name]) => !notForwarded.includes(name) && !dropped.includes(name),
  )
  return { ...Object.fromEntries(kept), 'x-forwarded-for': client }
}

export function headersToClient(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => returned.includes(name)))
}

/** Returns the headers of a WebSocket handshake, in either direction. */
export function handshakeHeaders(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('sec-websocket-')))
}
