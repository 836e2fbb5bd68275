import type { logLevels } from '@brokerdeck/contract/settings/log-config.ts'

export type LogLevel = Exclude<(typeof logLevels)[number], 'all'>

export interface LogEntry {
  readonly time: number
  readonly level: LogLevel
  /** What happened, in one word with underscores, as EMQX names it. */
  readonly message: string
  readonly details: Readonly<Record<string, string | number | boolean | undefined>>
  /** Of a message; written as the handler encodes payloads. */
  readonly payload?: Uint8Array
}
