import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'

/** RFC 9110 §7.6.1: between two hops, not for the one behind. `transfer-encoding` is written anew by node. */
const hopByHop: readonly string[] = [
  'connection',
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
const notForwarded: readonly string[] = [...hopByHop, 'host', 'cookie', 'origin', 'referer', 'expect']
const notReturned: readonly string[] = [
  ...hopByHop,
  'set-cookie',
  'server',
  'content-security-policy',
  'alt-svc',
  'strict-transport-security',
]

function without(headers: IncomingHttpHeaders, removed: readonly string[]): OutgoingHttpHeaders {
  const named = (headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase())
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !removed.includes(name) && !named.includes(name)),
  )
}

export function headersToUpstream(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  return without(headers, notForwarded)
}

export function headersToClient(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  return without(headers, notReturned)
}
