import type { BindAddress } from './listener-settings.ts'

/**
 * Of a socket for both families Node reports IPv4 clients as `::ffff:10.0.0.1`. So does Erlang, where the listener is
 * bound to an IPv6 address; one that is bound to none listens for IPv4 alone there, but here for both.
 */
export function clientAddress(reported: string | undefined, { host }: BindAddress): string {
  const address = reported ?? ''
  return host?.includes(':') === true ? address : address.replace(/^::ffff:(?=\d+\.)/, '')
}
