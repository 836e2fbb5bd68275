import type { IncomingMessage } from 'node:http'
import { netCovers } from '@brokerdeck/languages/access-rules/ip-net.ts'

export type IsTrusted = (address: string) => boolean

/** A socket for both address families reports IPv4 addresses as `::ffff:10.0.0.1`. */
const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/, '')

/**
 * Returns a function that tells whether an address is one of the operator's own reverse proxies, given by address or
 * network.
 */
export function trustIn(nets: readonly string[]): IsTrusted {
  return (address) => nets.some((net) => netCovers(net, plain(address)))
}

/**
 * Returns the last address on the way that is not the operator's own: the addresses before it may be forged by
 * anyone.
 */
export function clientAddress(request: IncomingMessage, isTrusted: IsTrusted): string {
  const said = request.headers['x-forwarded-for'] ?? ''
  const hops = String(said)
    .split(',')
    .map((hop) => hop.trim())
  const way = [...(said === '' ? [] : hops), request.socket.remoteAddress ?? ''].reverse()
  return plain(way.find((hop) => !isTrusted(hop)) ?? way.at(-1) ?? '')
}
