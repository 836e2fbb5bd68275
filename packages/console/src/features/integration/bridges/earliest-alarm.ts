import type { Alarm } from '@brokerdeck/contract/monitoring/alarms.ts'

/** The name that an alarm of the broker uses for the connection to another system: `connector:http:web`. */
type ResourceName = `connector:${string}`

/**
 * Returns the earliest alarm about a resource. Each node raises an alarm of its own for a resource that is down on
 * it: the alarm is named after the resource or has the resource in its details. Returns undefined if none of the
 * alarms is about the resource.
 */
export function earliestAlarm(resource: ResourceName, active: readonly Alarm[]): Alarm | undefined {
  const [first] = active
    .filter(({ name, details }) => name === resource || details['resource_id'] === resource)
    .toSorted((one, other) => Date.parse(one.activate_at) - Date.parse(other.activate_at))
  return first
}
