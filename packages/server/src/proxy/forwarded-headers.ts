import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'

/** Hop by hop (RFC 9110 §7.6.1), or written anew: the length by what is really sent. */
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

/** Cookies of other applications on this host, and an origin the broker would judge, are none of the broker's business. */
const notForwarded: readonly string[] = [
  ...ofThisHop,
  'cookie',
  'forwarded',
  'origin',
  'referer',
  'x-forwarded-for',
]

/** What says how a body is to be read, and by whose right: no word of `connection` takes it away. */
const lasting: readonly string[] = ['authorization', 'content-encoding', 'content-type']

/**
 * What an answer may say to the browser. Anything else would speak for this server's own origin: cookies, policies,
 * refreshes, what other sites may read, and whatever comes to be invented.
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

/** The words of `connection`, lower case. */
export function connectionWords({ connection = '' }: IncomingHttpHeaders): readonly string[] {
  return connection
    .split(',')
    .map((word) => word.trim().toLowerCase())
    .filter((word) => word !== '')
}

/** With the client's address as this server knows it, in place of what the client says of itself. */
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

/** Of a WebSocket handshake, in either direction. */
export function handshakeHeaders(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('sec-websocket-')))
}
