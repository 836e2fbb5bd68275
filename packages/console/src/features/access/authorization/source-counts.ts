import { authorization as m } from '../messages/authorization.ts'

/** What every source counts. */
export const sourceCounts = [
  { name: 'total', label: m.total, definition: m.totalDefinition },
  { name: 'allow', label: m.allow, definition: m.allowDefinition },
  { name: 'deny', label: m.deny, definition: m.denyDefinition },
  { name: 'nomatch', label: m.nomatch, definition: m.nomatchDefinition },
  { name: 'ignore', label: m.ignore, definition: m.ignoreDefinition, isExtra: true },
] as const

export type SourceCount = (typeof sourceCounts)[number]['name']
