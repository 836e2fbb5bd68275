/** Roots of the configuration that have an endpoint of their own. */
export const singleRoots = [
  ...(['alarm', 'broker', 'dashboard', 'log', 'retainer'] as const),
  ...(['sys_topics', 'sysmon'] as const),
] as const
export type SingleRoot = (typeof singleRoots)[number]

/** Of the zone, where a file has nothing but the roots. */
const zoneRoots = [
  'mqtt',
  'durable_sessions',
  'flapping_detect',
  'force_gc',
  'force_shutdown',
  'overload_protection',
]

export const knownRoots: readonly string[] = [...zoneRoots, ...singleRoots]
