import type { Restriction } from '@brokerdeck/contract/console-server.ts'
import { readOnlyRefusal, restrictionRefusal } from '#guards/restrictions.ts'
import type { Upstream } from './upstream.ts'

export interface TunnelOptions {
  readonly basePath: string
  readonly readOnly: boolean
  readonly closed: readonly Restriction[]
  /** MQTT over WebSocket of the named node, or of any if none is named; undefined if there is no such node. */
  readonly target: (node: string | undefined) => Upstream | undefined
}

export interface TunnelRefusal {
  readonly status: number
  readonly code: string
  readonly message: string
}

/** Where a connection to the tunnel leads, or why nowhere. */
export function tunnelTarget(
  query: URLSearchParams,
  { readOnly, closed, target }: TunnelOptions,
): Upstream | TunnelRefusal {
  // Publishing is a write, and what flows through the tunnel is not looked at.
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
