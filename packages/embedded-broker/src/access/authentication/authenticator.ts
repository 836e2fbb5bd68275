import type { ResourceStatus } from '../../backends/resource.ts'
import type { ResourceFigures } from '../../backends/resource-metrics.ts'
import type { AuthnAnswer, Credentials } from '../../mqtt/client/access.ts'

/** `ignore` passes the client on to the next authenticator of the chain. */
export type Step = AuthnAnswer | 'ignore'

/** The system that an authenticator sends its requests to, as the status shows it. */
export interface AskedSystem {
  readonly status: ResourceStatus
  readonly error: string | undefined
  readonly started: Promise<void>
  /** Missing where no metrics are counted. */
  getMetrics?(node: string): ResourceFigures
}

/** One authenticator of the chain. An exception counts as its own failure: the client is passed on to the next. */
export interface Authenticator {
  authenticate(credentials: Credentials): Step | Promise<Step>
  readonly resource?: AskedSystem
  close(): Promise<void>
}

/** The `close` function of authenticators that hold no resources open. */
export const nothingToClose = async (): Promise<void> => undefined

export const badCredentials = { kind: 'refuse', code: 0x86 } as const
export const notAuthorized = { kind: 'refuse', code: 0x87 } as const
