import { ruleEvents } from '@brokerdeck/languages/rule-sql/rule-events.ts'
import { eventTitles } from '#features/integration/rules/messages/rules.ts'
import { locale } from '#i18n/locale.ts'

/** EMQX 5.8.9 has no Chinese title for its alarm events. */
const untitled: ReadonlyMap<string, string> = new Map(Object.entries(eventTitles))

/** Returns the name of an event for users, in the language of the page: the broker's title if there is one. */
export function eventTitle(
  topic: string,
  title = ruleEvents.find((event) => event.topic === topic)?.title,
): string {
  return title?.[locale] || untitled.get(topic) || title?.en || topic
}
