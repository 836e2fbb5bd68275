import type { ConnectionSettings } from './connection-settings.ts'
import { hostInUrl } from './host-in-url.ts'

type Place = Pick<ConnectionSettings, 'via' | 'node' | 'host' | 'port' | 'path' | 'tls'>

/** Where the WebSocket goes: `<base>mqtt[?node=]` of the server, or a listener. */
export function linkAddress(settings: Place, baseUri: string): string {
  return settings.via === 'tunnel' ? tunnelAddress(settings.node, baseUri) : directAddress(settings)
}

function tunnelAddress(node: string, baseUri: string): string {
  const url = new URL('mqtt', baseUri)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  if (node !== '') url.searchParams.set('node', node)
  return url.href
}

function directAddress({ host, port, path, tls }: Place): string {
  const steps = path.startsWith('/') ? path : `/${path}`
  return `${tls ? 'wss' : 'ws'}://${hostInUrl(host)}:${port}${steps}`
}
