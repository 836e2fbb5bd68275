import type { Alarm } from '@brokerdeck/contract/monitoring/alarms.ts'
import { failureCause } from '#api/failure-cause/failure-cause.ts'
import { isTerm } from '#domain/alarm/alarm-title.ts'
import { Verbatim } from '#ui/verbatim.tsx'

/** Shows the broker's message of an alarm, in words if it contains a known term. */
export function SaidLine({ node, message }: Pick<Alarm, 'node' | 'message'>) {
  const words = isTerm(message) ? failureCause(message)?.words : undefined
  return <Verbatim text={`${node}: ${words ?? message}`} wrap />
}
