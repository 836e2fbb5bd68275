import { isIPv4 } from 'node:net'

/** Tells whether only this machine can reach the address. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'))
}

/** Returns the host as it is written in a URL. */
export function hostInUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}

/** Returns an address at which this machine reaches a listener on `host`. */
export function reachableHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  return host === '::' ? '::1' : host
}

/** Returns the same for an address with a port, such as `0.0.0.0:1883`. */
export function reachableBind(bind: string): string {
  const { hostname, port } = new URL(`mqtt://${bind}`)
  return `${hostInUrl(reachableHost(hostname.replace(/^\[|\]$/g, '')))}:${port}`
}
