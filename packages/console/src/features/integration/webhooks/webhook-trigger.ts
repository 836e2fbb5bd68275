import { parseStatement } from '@brokerdeck/languages/rule-sql/parse-statement.ts'
import { printStatement } from '@brokerdeck/languages/rule-sql/print-statement.ts'
import type { Expression } from '@brokerdeck/languages/rule-sql/statement.ts'

/** An event as `GET /rule_events` names it: `$events/client_connected`. */
type Event = string

/** Tells what a webhook sends. `sql` is the statement of a rule that none of the other choices can express. */
export type Trigger =
  | { readonly kind: 'messages'; readonly messages: readonly Event[]; readonly topics: readonly string[] }
  | { readonly kind: 'events'; readonly events: readonly Event[] }
  | { readonly kind: 'all' }
  | { readonly kind: 'sql'; readonly sql: string }

/** Published messages have no event in FROM: their topics stand there instead. */
export const published: Event = '$events/message_publish'

const isBridge = (event: Event) => /^\$(?:bridges|sources)\//.test(event)

/** True for an event of a message, as EMQX's dashboard groups them (screens 6.2). */
export const isOfMessages = (event: Event) => /message|delivery_dropped/.test(event) && !isBridge(event)

/** True for an event of a client, a session or the broker. */
export const isOther = (event: Event) => event.startsWith('$events/') && !isOfMessages(event)

/** FROM has two kinds of quotes but cannot hold both in one name; a text in WHERE has only one kind. */
export const isWritableTopic = (topic: string, isCompared: boolean) =>
  isCompared ? !topic.includes("'") : !(topic.includes('"') && topic.includes("'"))

interface TriggerSources {
  readonly from: readonly string[]
  readonly topics: readonly string[]
}

function toStatementParts(
  trigger: Exclude<Trigger, { kind: 'sql' }>,
  offered: readonly Event[],
): TriggerSources {
  switch (trigger.kind) {
    case 'all':
      return {
        from: ['#', ...offered.filter((one) => one !== published && !isBridge(one))],
        topics: [],
      }
    case 'events':
      return { from: trigger.events, topics: [] }
    case 'messages': {
      const { messages, topics } = trigger
      const others = messages.filter((one) => one !== published)
      const filters = topics.length === 0 ? ['#'] : topics
      const from = [...(messages.includes(published) ? filters : []), ...others]
      return { from, topics: others.length === 0 ? [] : topics }
    }
  }
}

const quoteName = (name: string) => (name.includes('"') ? `'${name}'` : `"${name}"`)

/** Returns the statement of the rule, written as EMQX's dashboard writes it. */
export function formatTriggerStatement(trigger: Trigger, offered: readonly Event[]): string {
  if (trigger.kind === 'sql') return trigger.sql
  const { from, topics } = toStatementParts(trigger, offered)
  const where = topics.map((topic) => `topic =~ '${topic}'`).join(' OR ')
  const text = `SELECT\n  *\nFROM\n  ${from.map(quoteName).join(',\n  ')}`
  return where === '' ? text : `${text}\nWHERE\n  ${where}`
}

/**
 * The maximum number of characters of a statement, and of names in its FROM: more names cannot be chosen one by one.
 */
export const longestRead = 100_000
const mostNames = 200

/** Returns the choices that are equivalent to a statement, or the statement itself. */
export function parseWebhookTrigger(sql: string, offered: readonly Event[]): Trigger {
  if (sql.length > longestRead) return { kind: 'sql', sql }
  const meaning = normalizeStatement(sql)
  const parsed = parseStatement(sql)
  if (meaning === undefined || 'fault' in parsed || parsed.statement.sources.length > mostNames)
    return { kind: 'sql', sql }
  const { sources, where } = parsed.statement
  const names = sources.map(({ name }) => name)
  const events = names.filter((name) => name.startsWith('$events/'))
  const filters = names.filter((name) => !name.startsWith('$'))
  const topics = filters.length > 0 ? filters : listComparedTopics(where)
  const isAll = filters.length === 1 && filters[0] === '#' && events.some(isOther)
  const candidates: readonly Trigger[] = [
    ...(isAll ? [{ kind: 'all' } as const] : []),
    ...(filters.length === 0 && !events.some(isOfMessages) ? [{ kind: 'events', events } as const] : []),
    {
      kind: 'messages',
      messages: [...(filters.length > 0 ? [published] : []), ...events],
      topics: topics.length === 1 && topics[0] === '#' ? [] : topics,
    },
  ]
  const isMeant = (one: Trigger) => normalizeStatement(formatTriggerStatement(one, offered)) === meaning
  const isSortedRight = (one: Trigger) => one.kind !== 'messages' || !one.messages.some(isOther)
  return candidates.find((one) => isSortedRight(one) && isMeant(one)) ?? { kind: 'sql', sql }
}

/** Prints a statement with the names in FROM sorted; undefined for a text with comments, which would be lost. */
function normalizeStatement(sql: string): string | undefined {
  const parsed = parseStatement(sql)
  if ('fault' in parsed || parsed.statement.comments.length > 0) return undefined
  const { statement } = parsed
  const sources = statement.sources.map(({ name }) => ({ name, from: 0, to: 0 }))
  const sorted = sources.toSorted((one, other) => (one.name < other.name ? -1 : 1))
  return printStatement({ ...statement, sources: sorted })
}

/** Returns the topics in a chain of `topic =~ '…' OR …`. */
function listComparedTopics(where: Expression | undefined): readonly string[] {
  if (where === undefined) return []
  if (where.kind === 'or') return [...listComparedTopics(where.left), ...listComparedTopics(where.right)]
  if (where.kind !== 'comparison' || where.right.kind !== 'literal' || !('value' in where.right)) return []
  const { value } = where.right
  return typeof value === 'string' ? [value] : []
}
