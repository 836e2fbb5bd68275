import type { BuiltInListener } from './listener-config.ts'

/** Ports that differ from EMQX's, like the default ports of the command line. */
const tlsPort = 18_883
const wssPort = 18_184

/**
 * Returns EMQX's four default listeners. The TLS listeners are not started at first, because the command line has no
 * options for their ports.
 */
export function listBuiltInListeners(
  host: string,
  ports: { readonly mqtt: number; readonly ws: number },
): BuiltInListener[] {
  const isAnyPort = ports.mqtt === 0
  return [
    { id: 'ssl:default', address: { host, port: isAnyPort ? 0 : tlsPort }, isEnabled: false },
    { id: 'tcp:default', address: { host, port: ports.mqtt }, isEnabled: true },
    { id: 'ws:default', address: { host, port: ports.ws }, isEnabled: true },
    { id: 'wss:default', address: { host, port: isAnyPort ? 0 : wssPort }, isEnabled: false },
  ]
}
