import type { logLevels } from '@brokerdeck/contract/settings/log-config.ts'

export type LogLevel = Exclude<(typeof logLevels)[number], 'all'>

export interface LogEntry {
  readonly time: number
  readonly level: LogLevel
  /** The event, as one word with underscores, as EMQX names it. */
  readonly message: string
  readonly details: Readonly<Record<string, string | number | boolean | undefined>>
  /** The payload of a message; the handler determines how it is encoded. */
  readonly payload?: Uint8Array
}
