import { hostInUrl, isLoopback } from '@brokerdeck/embedded-broker/listen/loopback.ts'

/** A name or an address, then perhaps a port. */
const shape = /^(\[[\da-f:.]+\]|[^\s:/?#@\\[\]]+?)\.?(?::\d*)?$/i

function parseHostName(host: string): string | undefined {
  return shape.exec(host)?.[1]?.toLowerCase()
}

function isOwn(name: string): boolean {
  return name.endsWith('.localhost') || isLoopback(name.replace(/^\[|\]$/g, ''))
}

/**
 * By which names this server may be asked; undefined if by any. A name of somebody else's that leads to this machine
 * would make his page one of ours (DNS rebinding): what listens for this machine alone therefore goes by the names of
 * this machine, and by those that the operator gave.
 */
export function listAllowedNames(
  { address, name }: { readonly address: string; readonly name: string },
  given: readonly string[],
): readonly string[] | undefined {
  if (!isLoopback(address) && given.length === 0) return undefined
  return [hostInUrl(address), hostInUrl(name), ...given].flatMap((one) => parseHostName(one) ?? [])
}

/** Why a request that came for this host is not answered; one that names none comes from no browser. */
export function hostRefusal(host: string | undefined, allowed: readonly string[] | undefined) {
  if (allowed === undefined || host === undefined) return undefined
  const name = parseHostName(host)
  if (name !== undefined && (isOwn(name) || allowed.includes(name))) return undefined
  const asked = name ?? 'this name'
  const message = `Brokerdeck does not answer as ${asked} here; to let it, start it with --allowed-host ${name ?? 'NAME'}`
  return { status: 403, code: 'FOREIGN_HOST', message } as const
}
