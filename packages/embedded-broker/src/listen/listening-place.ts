import { networkInterfaces } from 'node:os'
import type { BindAddress } from './listener-settings.ts'
import { hostInUrl, isLoopback } from './loopback.ts'

/** A node as its sockets see it: which of how many it is, and the address the broker is kept to. */
export interface Site {
  readonly index: number
  readonly host: string
  /** False opens no sockets: connections are handed over. */
  readonly listens: boolean
}

export interface ListeningPlace {
  readonly host: string
  readonly port: number
}

const anyAddress = ['0.0.0.0', '::']

/** Linux answers on all of 127.0.0.0/8; elsewhere only on what is set up. */
function hasOwnLoopback(host: string): boolean {
  if (process.platform === 'linux') return true
  return Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === host))
}

/**
 * Where a node really listens: the nodes share one machine, so one address cannot serve them all. An address that is
 * written counts for the first node, the others count its port up. Without one each node takes 127.0.0.1, 127.0.0.2 …
 * with the same port, as long as the broker is kept to this machine; else it is the broker's address, ports counting up.
 */
export function toPlace({ host, port }: BindAddress, site: Site): ListeningPlace {
  const isAny = host === undefined || anyAddress.includes(host)
  // A broker that is kept to nothing: one family or both, as it is written.
  if (isAny && anyAddress.includes(site.host)) {
    return { host: host === '::' ? '::' : '0.0.0.0', port: port === 0 ? 0 : port + site.index }
  }
  const own = `127.0.0.${site.index + 1}`
  if (isAny && isLoopback(site.host) && site.host !== '::1' && hasOwnLoopback(own)) return { host: own, port }
  return { host: isAny ? site.host : host, port: port === 0 ? 0 : port + site.index }
}

/**
 * Where a listener on all addresses of both families answers beside its place, in a broker that is kept to this machine:
 * there is one loopback address of IPv6, which the first node has.
 */
export function secondHost({ host }: BindAddress, site: Site): string | undefined {
  return host === '::' && isLoopback(site.host) && site.host !== '::1' && site.index === 0 ? '::1' : undefined
}

export function formatPlace({ host, port }: ListeningPlace): string {
  return `${hostInUrl(host)}:${port}`
}

/** As the API writes a bind: `:1883` without an address. */
export function formatBind({ host, port }: BindAddress): string {
  return host === undefined ? `:${port}` : formatPlace({ host, port })
}
