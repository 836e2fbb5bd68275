import type { AuthenticatorStatus } from '@brokerdeck/contract/access/authentication.ts'
import type { StatusKind } from '#ui/status-shape.tsx'
import { accessChain as m } from '../messages/access.ts'

/** How one of a chain is doing, whatever it decides. */
export type ChainStatus = Pick<AuthenticatorStatus, 'status' | 'node_status' | 'node_error'>

type Metrics<Count extends string> = Readonly<Record<Count | 'rate' | 'rate_last5m' | 'rate_max', number>>

/** The same, with what it counted. */
export interface ChainFigures<Count extends string> extends ChainStatus {
  readonly metrics: Metrics<Count>
  readonly node_metrics: readonly { readonly node: string; readonly metrics: Metrics<Count> }[]
  readonly resource_metrics: AuthenticatorStatus['resource_metrics']
}

const looks: Readonly<Record<ChainStatus['status'], { readonly kind: StatusKind; readonly word: string }>> = {
  connected: { kind: 'ok', word: m.connected },
  connecting: { kind: 'connecting', word: m.connecting },
  disconnected: { kind: 'bad', word: m.disconnected },
  inconsistent: { kind: 'warn', word: m.inconsistent },
  stopped: { kind: 'off', word: m.stopped },
}

/** Shape and word of a state; of none that has been told, "unknown". */
export function statusLook(status: ChainStatus['status'] | undefined) {
  return status === undefined ? ({ kind: 'unknown', word: m.unknown } as const) : looks[status]
}
