import type { Restriction } from '@brokerdeck/contract/console-server.ts'
import type { Role } from '#options/source-options.ts'

/** What the page learns from the server that sends it. */
export interface PageFacts {
  readonly routing: 'browser'
  /** `clusters`: the overview of several, with no broker behind it. */
  readonly mode: 'embedded' | 'cluster' | 'clusters'
  readonly readOnly: boolean
  /** What is closed to everybody. */
  readonly closed?: readonly Restriction[]
  readonly brokerName: string
  readonly role?: Role
  /** The audit log of the server: one that it can show, or lines on its standard output. */
  readonly auditLog?: 'file' | 'output'
  readonly idleMinutes?: number
  /** All that are shown side by side, with the path of their overview. */
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
