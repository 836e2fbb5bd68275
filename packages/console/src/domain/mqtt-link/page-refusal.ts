import type { ConnectionSettings } from './connection-settings.ts'

/** The reason why no attempt is made: the browser or the server would refuse it. */
export type PageRefusal =
  | 'mixed-content'
  | 'invalid-address'
  | 'read-only'
  | 'closed'
  | 'no-hashes'
  | 'no-password'

interface Page {
  readonly protocol: string
  readonly isReadOnly: boolean
  /** True if messages may be neither seen nor sent, whatever the target of the connection. */
  readonly isClosed: boolean
}

const isLoopback = (host: string) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host)

/** A page loaded over TLS may only open connections over TLS, except to its own machine (Mixed Content §4). */
export function pageRefusal(
  address: string,
  { via }: Pick<ConnectionSettings, 'via'>,
  page: Page,
): PageRefusal | undefined {
  if (page.isClosed) return 'closed'
  if (!URL.canParse(address)) return 'invalid-address'
  const { protocol, hostname } = new URL(address)
  if (page.protocol === 'https:' && protocol === 'ws:' && !isLoopback(hostname)) return 'mixed-content'
  return via === 'tunnel' && page.isReadOnly ? 'read-only' : undefined
}
