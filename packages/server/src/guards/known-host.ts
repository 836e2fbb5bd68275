import { hostInUrl, isLoopback } from '@brokerdeck/embedded-broker/listen/loopback.ts'

/** Matches a name or an address, optionally followed by a port. */
const shape = /^(\[[\da-f:.]+\]|[^\s:/?#@\\[\]]+?)\.?(?::\d*)?$/i

function parseHostName(host: string): string | undefined {
  return shape.exec(host)?.[1]?.toLowerCase()
}

function isOwn(name: string): boolean {
  return name.endsWith('.localhost') || isLoopback(name.replace(/^\[|\]$/g, ''))
}

/**
 * Returns the host names that requests to this server may use; undefined if any name is allowed. A foreign name that
 * resolves to this machine would make a page under that name same-origin with this server (DNS rebinding). A server
 * that listens only on this machine therefore accepts only the names of this machine, and the names that the operator
 * gave.
 */
export function listAllowedNames(
  { address, name }: { readonly address: string; readonly name: string },
  given: readonly string[],
): readonly string[] | undefined {
  if (!isLoopback(address) && given.length === 0) return undefined
  return [hostInUrl(address), hostInUrl(name), ...given].flatMap((one) => parseHostName(one) ?? [])
}

/**
 * Returns the error for a request to a host name that is not allowed; a request without a host does not come from a
 * browser.
 */
export function hostRefusal(host: string | undefined, allowed: readonly string[] | undefined) {
  if (allowed === undefined || host === undefined) return undefined
  const name = parseHostName(host)
  if (name !== undefined && (isOwn(name) || allowed.includes(name))) return undefined
  const asked = name ?? 'this name'
  const message = `Brokerdeck does not answer as ${asked} here; to let it, start it with --allowed-host ${name ?? 'NAME'}`
  return { status: 403, code: 'FOREIGN_HOST', message } as const
}
