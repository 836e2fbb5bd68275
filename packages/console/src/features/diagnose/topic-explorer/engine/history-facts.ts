import type { ChartValues } from '#features/diagnose/charts/chart-values.ts'
import type { CapturedMessage, TopicHistory } from '#features/diagnose/topic-explorer/model/message-store.ts'
import type { HistoryEntry, TopicHistoryEvent } from './explorer-event.ts'
import { payloadPreview } from './topic-facts.ts'

const entryPreview = 120

const entries = new WeakMap<CapturedMessage, HistoryEntry>()

function toHistoryEntry(message: CapturedMessage): HistoryEntry {
  const known = entries.get(message)
  if (known !== undefined) return known
  const { seq, time, qos, retain, size, payload } = message
  const preview = payloadPreview(payload, entryPreview)
  const entry = { seq, time, qos, retain, size, isCut: payload.length < size, preview }
  entries.set(message, entry)
  return entry
}

/** Returns the kept messages of a topic, newest first, with the values to draw. */
export function historyFacts(
  topic: string,
  history: TopicHistory | undefined,
  chart: ChartValues,
): TopicHistoryEvent {
  return {
    kind: 'history',
    topic,
    entries: (history?.messages ?? []).map(toHistoryEntry).reverse(),
    ...chart,
  }
}
