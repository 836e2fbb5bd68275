import { ruleEvents } from './rule-events.ts'
import type { Source } from './statement.ts'

/** An event of the connected broker (`GET /rule_events`): what stands in FROM, and its columns. */
export interface EventColumns {
  readonly topic: string
  readonly columns: readonly string[]
}

/** The events that this contract knows, for a broker that does not say its own. */
export const knownEvents: readonly EventColumns[] = ruleEvents.map(({ topic, columns }) => ({
  topic,
  columns: columns.map(([name]) => name),
}))

/** What a source offers: `anything` where it comes from another system, nothing where there is no such event. */
export function columnsOf(
  { name }: Pick<Source, 'name'>,
  events: readonly EventColumns[],
): ReadonlySet<string> | 'anything' | undefined {
  if (name.startsWith('$bridges/') || name.startsWith('$sources/')) return 'anything'
  const topic = name.startsWith('$events/') ? name : '$events/message_publish'
  const found = events.find((event) => event.topic === topic)
  // Every event has these, and the rule adds its own.
  return found && new Set([...found.columns, 'event', 'timestamp', 'node', 'metadata'])
}
