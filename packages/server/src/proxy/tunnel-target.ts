import type { Restriction } from '@brokerdeck/contract/console-server.ts'
import { readOnlyRefusal, restrictionRefusal } from '#guards/restrictions.ts'
import type { Upstream } from './upstream.ts'

export interface TunnelOptions {
  readonly basePath: string
  readonly readOnly: boolean
  readonly closed: readonly Restriction[]
  /**
   * Returns the MQTT over WebSocket address of the named node, or of any node if none is named; undefined for an
   * unknown node.
   */
  readonly target: (node: string | undefined) => Upstream | undefined
}

export interface TunnelRefusal {
  readonly status: number
  readonly code: string
  readonly message: string
}

/** Returns the server to which a connection to the tunnel leads, or the reason of its refusal. */
export function tunnelTarget(
  query: URLSearchParams,
  { readOnly, closed, target }: TunnelOptions,
): Upstream | TunnelRefusal {
  // Publishing is a write, and the data in the tunnel is not inspected.
  if (readOnly) return { status: 403, ...readOnlyRefusal }
  const met = closed.find((one) => one !== 'export')
  if (met !== undefined) return { status: 403, ...restrictionRefusal(met) }
  return (
    target(query.get('node') ?? undefined) ?? {
      status: 404,
      code: 'NOT_FOUND',
      message: 'This node has no running WebSocket listener.',
    }
  )
}
