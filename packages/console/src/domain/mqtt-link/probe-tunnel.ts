import * as v from 'valibot'

const refusalSchema = v.object({ code: v.string(), message: v.string() })

/** How the tunnel would take a connection, as far as a plain request can tell. */
export type TunnelProbe =
  | { readonly kind: 'open' | 'away' | 'missing' }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }

/** A WebSocket that fails says nothing; the same address asked without one says why. */
export async function probeTunnel(address: string): Promise<TunnelProbe> {
  const url = new URL(address)
  url.protocol = url.protocol === 'wss:' ? 'https:' : 'http:'
  // Whether the server knows this page as its own depends on what a proxy in between passes on.
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
