import { parseShared } from '@brokerdeck/contract/topic.ts'

/** A capture in a shared or exclusive subscription would take messages from those that they are for. */
export function takesFromOthers(filter: string): boolean {
  return parseShared(filter).group !== undefined || /^\$(share|queue|exclusive)\//.test(filter)
}

/** Names no level at all, as `#` and `+/#`: whatever the fleet publishes may be in it. An empty level names nothing. */
export function isBroad(filter: string): boolean {
  return filter.split('/').every((level) => level === '' || level === '+' || level === '#')
}
