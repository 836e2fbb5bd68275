import { type Bridge, bridgeId, isProblem } from '../bridges/bridge-parts.tsx'

/** When each problem was first seen in this tab: the API gives no time. */
const sightings = new Map<string, number>()

/** Takes note of what fails now, and forgets what works again or is gone. */
export function noteProblems(all: readonly Bridge[], at: number): void {
  const failing = new Set(all.filter(isProblem).map(bridgeId))
  for (const id of [...sightings.keys()]) if (!failing.has(id)) sightings.delete(id)
  for (const id of failing) if (!sightings.has(id)) sightings.set(id, at)
}

/** Undefined for what works. */
export const problemSince = (one: Bridge): number | undefined => sightings.get(bridgeId(one))
