import { logLevels } from '@brokerdeck/contract/settings/log-config.ts'
import type { LogLevel } from './log-entry.ts'

/** Whether a handler of that level takes the entry. */
export function takesLevel(handler: (typeof logLevels)[number], entry: LogLevel): boolean {
  return handler === 'all' || logLevels.indexOf(entry) >= logLevels.indexOf(handler)
}
