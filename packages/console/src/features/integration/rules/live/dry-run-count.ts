import { useSyncExternalStore } from 'react'

/** The number of actions that dry runs have stopped since the console was loaded, by the rule's ID. */
const counts = new Map<string, number>()
const listeners = new Set<() => void>()

export function countDryRun(ruleId: string, actions: number): void {
  counts.set(ruleId, (counts.get(ruleId) ?? 0) + actions)
  for (const listener of [...listeners]) listener()
}

/** Called after the counters of the rule have been reset. */
export function forgetDryRuns(ruleId: string): void {
  counts.delete(ruleId)
  for (const listener of [...listeners]) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useDryRunCount(ruleId: string): number {
  return useSyncExternalStore(subscribe, () => counts.get(ruleId) ?? 0)
}
