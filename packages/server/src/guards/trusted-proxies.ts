import type { IncomingMessage } from 'node:http'
import { netCovers } from '@brokerdeck/languages/access-rules/ip-net.ts'

export type IsTrusted = (address: string) => boolean

/** A socket for both families shows IPv4 addresses as `::ffff:10.0.0.1`. */
const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/, '')

/** Whose word about where a request came from counts: the operator's own reverse proxies, by address or network. */
export function trustIn(nets: readonly string[]): IsTrusted {
  return (address) => nets.some((net) => netCovers(net, plain(address)))
}

/** The last address on the way that is not the operator's own: what stands before it anybody may have written. */
export function clientAddress(request: IncomingMessage, isTrusted: IsTrusted): string {
  const said = request.headers['x-forwarded-for'] ?? ''
  const hops = String(said)
    .split(',')
    .map((hop) => hop.trim())
  const way = [...(said === '' ? [] : hops), request.socket.remoteAddress ?? ''].reverse()
  return plain(way.find((hop) => !isTrusted(hop)) ?? way.at(-1) ?? '')
}
