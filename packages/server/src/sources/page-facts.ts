import type { Restriction } from '@brokerdeck/contract/console-server.ts'
import type { Role } from '#options/source-options.ts'

/** The facts that the server passes to the page. */
export interface PageFacts {
  readonly routing: 'browser'
  /** `clusters`: the overview of several clusters, without a broker behind it. */
  readonly mode: 'embedded' | 'cluster' | 'clusters'
  readonly readOnly: boolean
  /** The functions that are closed to all users. */
  readonly closed?: readonly Restriction[]
  readonly brokerName: string
  readonly role?: Role
  /** The server's audit log: a file that the console can show, or lines on the standard output. */
  readonly auditLog?: 'file' | 'output'
  readonly idleMinutes?: number
  /** All clusters that are shown side by side, with the path of their overview. */
  readonly clusters?: {
    readonly home: string
    readonly all: readonly {
      readonly name: string
      readonly role?: Role
      readonly readOnly: boolean
      readonly closed?: readonly Restriction[]
    }[]
  }
}
