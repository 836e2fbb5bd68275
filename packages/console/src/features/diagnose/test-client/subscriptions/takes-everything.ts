import { parseShared } from '@brokerdeck/contract/topic.ts'

/** Whether a filter has no level that narrows it: `#`, `+/#`, `/#`, and each of them shared. */
export function takesEverything(filter: string): boolean {
  const levels = parseShared(filter).filter.split('/')
  return levels.at(-1) === '#' && levels.every((level) => level === '+' || level === '#' || level === '')
}
