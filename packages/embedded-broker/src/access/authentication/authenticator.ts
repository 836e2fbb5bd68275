import type { ResourceStatus } from '../../backends/resource.ts'
import type { ResourceFigures } from '../../backends/resource-metrics.ts'
import type { AuthnAnswer, Credentials } from '../../mqtt/client/access.ts'

/** `ignore` leaves a client to the next in the chain. */
export type Step = AuthnAnswer | 'ignore'

/** The system that an authenticator asks, as its status shows it. */
export interface AskedSystem {
  readonly status: ResourceStatus
  readonly error: string | undefined
  readonly started: Promise<void>
  /** Missing where nobody counts. */
  getMetrics?(node: string): ResourceFigures
}

/** One link of the chain. What it throws is a failure of its own: the client is left to the next. */
export interface Authenticator {
  authenticate(credentials: Credentials): Step | Promise<Step>
  readonly resource?: AskedSystem
  close(): Promise<void>
}

/** For those that hold nothing open. */
export const nothingToClose = async (): Promise<void> => undefined

export const badCredentials = { kind: 'refuse', code: 0x86 } as const
export const notAuthorized = { kind: 'refuse', code: 0x87 } as const
