import type { BuiltInListener } from './listener-config.ts'

/** Beside what EMQX uses, like the ports of the command line. */
const tlsPort = 18_883
const wssPort = 18_184

/** The four that EMQX comes with. Those with TLS wait to be started: their ports are not asked for on the command line. */
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
