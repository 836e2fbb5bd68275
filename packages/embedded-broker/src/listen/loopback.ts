import { isIPv4 } from 'node:net'

/** Whether only this machine can reach what listens there. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'))
}

/** As it is written in a URL. */
export function hostInUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}

/** An address at which this machine reaches what listens on `host`. */
export function reachableHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  return host === '::' ? '::1' : host
}

/** The same for an address with a port, `0.0.0.0:1883`. */
export function reachableBind(bind: string): string {
  const { hostname, port } = new URL(`mqtt://${bind}`)
  return `${hostInUrl(reachableHost(hostname.replace(/^\[|\]$/g, '')))}:${port}`
}
