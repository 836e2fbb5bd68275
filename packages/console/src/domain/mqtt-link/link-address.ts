import * as v from 'valibot'
import { consoleConfig } from '#lib/console-config.ts'
import type { ConnectionSettings } from './connection-settings.ts'

type LinkEndpoint = Pick<ConnectionSettings, 'via' | 'node' | 'host' | 'port' | 'path' | 'tls'>

/** Returns the URL of the WebSocket: `<base>mqtt[?node=]` of the server, or a listener. */
export function linkAddress(settings: LinkEndpoint, baseUri: string): string {
  return settings.via === 'tunnel' ? tunnelAddress(settings.node, baseUri) : directAddress(settings)
}

function tunnelAddress(node: string, baseUri: string): string {
  const url = new URL('mqtt', baseUri)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  if (node !== '') url.searchParams.set('node', node)
  return url.href
}

function directAddress({ host, port, path, tls }: LinkEndpoint): string {
  const steps = path.startsWith('/') ? path : `/${path}`
  return `${tls ? 'wss' : 'ws'}://${hostInUrl(host)}:${port}${steps}`
}

/** Returns a host for a URL, in which IPv6 addresses are written in brackets (RFC 3986 §3.2.2). */
export function hostInUrl(host: string): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
}

/**
 * Tells whether the server forwards MQTT: the `brokerdeck` command does, but a server of the plain files, such as the
 * broker itself, does not.
 */
export function hasTunnel(): boolean {
  return consoleConfig().routing === 'browser'
}

const refusalSchema = v.object({ code: v.string(), message: v.string() })

/** The state of the tunnel, as far as a plain request can tell. */
export type TunnelProbe =
  | { readonly kind: 'open' | 'away' | 'missing' }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }

/** Requests the address of a failed WebSocket by plain HTTP, because a failed WebSocket gives no reason. */
export async function probeTunnel(address: string): Promise<TunnelProbe> {
  const url = new URL(address)
  url.protocol = url.protocol === 'wss:' ? 'https:' : 'http:'
  // The headers that a proxy forwards decide whether the server recognises this page as its own.
  const headers = { accept: 'application/json', 'x-page-origin': location.origin }
  try {
    const answer = await fetch(url, { headers, cache: 'no-store' })
    if (answer.status === 204) return { kind: 'open' }
    const refusal = v.safeParse(v.pipe(v.string(), v.parseJson(), refusalSchema), await answer.text())
    return answer.ok || !refusal.success ? { kind: 'missing' } : { kind: 'refused', ...refusal.output }
  } catch {
    return { kind: 'away' }
  }
}
