import { networkInterfaces } from 'node:os'
import type { BindAddress } from './listener-settings.ts'
import { hostInUrl, isLoopback } from './loopback.ts'

/** A node as its sockets see it: its index, and the address that the broker is bound to. */
export interface Site {
  readonly index: number
  readonly host: string
  /** If false, no sockets are opened: connections are passed in directly. */
  readonly listens: boolean
}

export interface ListeningPlace {
  readonly host: string
  readonly port: number
}

const anyAddress = ['0.0.0.0', '::']

/** Linux answers on all of 127.0.0.0/8; other systems only on configured addresses. */
function hasOwnLoopback(host: string): boolean {
  if (process.platform === 'linux') return true
  return Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === host))
}

/**
 * Returns the address that a node really listens on: the nodes share a machine, so they cannot share an address. A
 * configured address applies to the first node; each further node adds its index to the port. Without an address each
 * node takes 127.0.0.1, 127.0.0.2 … with the same port, if the broker is bound to this machine; otherwise the
 * broker's address with ascending ports.
 */
export function toPlace({ host, port }: BindAddress, site: Site): ListeningPlace {
  const isAny = host === undefined || anyAddress.includes(host)
  // The broker is not bound to an address: it listens on one address family or both, as configured.
  if (isAny && anyAddress.includes(site.host)) {
    return { host: host === '::' ? '::' : '0.0.0.0', port: port === 0 ? 0 : port + site.index }
  }
  const own = `127.0.0.${site.index + 1}`
  if (isAny && isLoopback(site.host) && site.host !== '::1' && hasOwnLoopback(own)) return { host: own, port }
  return { host: isAny ? site.host : host, port: port === 0 ? 0 : port + site.index }
}

/**
 * Returns the second address of a listener on all addresses of both families in a broker that is bound to this
 * machine: there is a single IPv6 loopback address, which the first node takes.
 */
export function secondHost({ host }: BindAddress, site: Site): string | undefined {
  return host === '::' && isLoopback(site.host) && site.host !== '::1' && site.index === 0 ? '::1' : undefined
}

export function formatPlace({ host, port }: ListeningPlace): string {
  return `${hostInUrl(host)}:${port}`
}

/** Formats a bind address as the API does: `:1883` without an address. */
export function formatBind({ host, port }: BindAddress): string {
  return host === undefined ? `:${port}` : formatPlace({ host, port })
}
