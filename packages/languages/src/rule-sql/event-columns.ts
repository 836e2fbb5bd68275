import { ruleEvents } from './rule-events.ts'
import type { Source } from './statement.ts'
import { nearest } from './statement-problem.ts'

/** An event of the connected broker (`GET /rule_events`): its topic in FROM, and its columns. */
export interface EventColumns {
  readonly topic: string
  readonly columns: readonly string[]
}

/** The events that this contract knows, for a broker that does not list its own. */
export const knownEvents: readonly EventColumns[] = ruleEvents.map(({ topic, columns }) => ({
  topic,
  columns: columns.map(([name]) => name),
}))

/** Returns the columns of a source: `anything` for messages of another system, undefined for an unknown event. */
export function findSourceColumns(
  { name }: Pick<Source, 'name'>,
  events: readonly EventColumns[],
): ReadonlySet<string> | 'anything' | undefined {
  if (name.startsWith('$bridges/') || name.startsWith('$sources/')) return 'anything'
  const topic = name.startsWith('$events/') ? name : '$events/message_publish'
  const found = events.find((event) => event.topic === topic)
  // Every event has these columns, and the rule adds its own.
  return found && new Set([...found.columns, 'event', 'timestamp', 'node', 'metadata'])
}

/** The names of the same event in versions of the broker: 4.4, 5.0 to 5.9, and since 5.10. */
const namesOfOne: readonly (readonly string[])[] = [
  ['client_connected', 'client/connected'],
  ['client_disconnected', 'client/disconnected'],
  ['client_connack', 'client/connack'],
  ['client_check_acl_complete', 'client_check_authz_complete', 'auth/check_authz_complete'],
  ['client_check_authn_complete', 'auth/check_authn_complete'],
  ['session_subscribed', 'session/subscribed'],
  ['session_unsubscribed', 'session/unsubscribed'],
  ['message_delivered', 'message/delivered'],
  ['message_acked', 'message/acked'],
  ['message_dropped', 'message/dropped'],
  ['delivery_dropped', 'message/delivery_dropped'],
  ['message_transformation_failed', 'message_transformation/failed'],
  ['schema_validation_failed', 'schema_validation/failed'],
  ['client_ping', 'client/ping'],
]
const start = '$events/'
/** Event names are similar, so a name that differs in more letters is another event. */
const mostDifferent = 2

/** Returns the broker's event that a name probably means; undefined if there is no similar event. */
export function findMeantEvent(name: string, events: readonly EventColumns[]): string | undefined {
  const known = events.flatMap(({ topic }) => (topic.startsWith(start) ? [topic.slice(start.length)] : []))
  const own = name.slice(start.length)
  const same = namesOfOne.find((names) => names.includes(own))
  // An event that exists only in other versions is not treated as a typing error.
  const meant =
    same === undefined ? nearest(own, known, mostDifferent) : same.find((one) => known.includes(one))
  return meant && start + meant
}
