import type { Alarm } from '@brokerdeck/contract/monitoring/alarms.ts'

/** As an alarm of the broker names what connects to another system: `connector:http:web`. */
type ResourceName = `connector:${string}`

/**
 * Each node raises an alarm of its own for a resource that is down there: named by the resource or, where it has another
 * name, with it in the details. Undefined where none of these is about this resource.
 */
export function earliestAlarm(resource: ResourceName, active: readonly Alarm[]): Alarm | undefined {
  const [first] = active
    .filter(({ name, details }) => name === resource || details['resource_id'] === resource)
    .toSorted((one, other) => Date.parse(one.activate_at) - Date.parse(other.activate_at))
  return first
}
