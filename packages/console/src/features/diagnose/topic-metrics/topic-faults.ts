import { maxTopicMetrics } from '@brokerdeck/contract/diagnose/topic-metrics.ts'
import { topicMetrics as m } from '#features/diagnose/messages/topic-metrics.ts'
import { describeTopicFault } from '#kit/topic-words/topic-fault.ts'
import { visibleText } from '#lib/visible-text.ts'

/** Splits the text into topics, one per line. Blanks are part of a topic. */
export function parseTopicLines(lines: string): readonly string[] {
  return lines.split(/\r?\n/).filter((line) => line !== '')
}

/** Returns the reason why messages of a topic cannot be counted; undefined if they can. */
function whyNotCount(topic: string): string | undefined {
  if (/[+#]/.test(topic)) return m.wildcard
  // The broker accepts such a topic but never counts a message for it.
  if (topic.startsWith('$share/') || topic.startsWith('$queue/')) return m.shared
  return describeTopicFault(topic)
}

/** Returns the first error in a list of topics to add to the counted ones. */
export function findTopicListFault(
  topics: readonly string[],
  counted: ReadonlySet<string>,
): string | undefined {
  const seen = new Set<string>()
  for (const topic of topics) {
    const shown = visibleText(topic, 80)
    const fault = whyNotCount(topic)
    if (fault !== undefined) return m.atTopic(shown, fault)
    if (counted.has(topic)) return m.alreadyCounted(shown)
    if (seen.has(topic)) return m.twice(shown)
    seen.add(topic)
  }
  const room = maxTopicMetrics - counted.size
  return topics.length > room ? m.noRoom(room, maxTopicMetrics) : undefined
}
