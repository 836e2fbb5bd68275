import { type TopicMetric, topicMetrics } from '@brokerdeck/contract/diagnose/topic-metrics.ts'
import { canAddress } from '@brokerdeck/contract/wire.ts'
import { lazy } from 'react'
import { action, counted, to } from '#acting/action.tsx'
import { askDialog } from '#kit/dialogs/dialog-store.ts'
import { visibleText } from '#lib/visible-text.ts'
import { topicMetrics as m } from '../messages/topic-metrics.ts'

const AddTopicsDialog = lazy(async () => ({
  default: (await import('./add-topics-dialog.tsx')).AddTopicsDialog,
}))

const nameOf = (topic: string) => visibleText(topic, 80)

export function addTopics(all: readonly TopicMetric[], prefilled = ''): void {
  const known = new Set(all.map(({ topic }) => topic))
  void askDialog<void>((close) => <AddTopicsDialog counted={known} prefilled={prefilled} onClose={close} />)
}

export const resetTopics = action<string>(
  to(topicMetrics.reset, (topic) => ({ body: { action: 'reset' as const, topic } })),
  {
    nameOf,
    ask: (topics, only) => ({
      title: only === undefined ? counted(topics, m.resetMany) : m.resetTitle(nameOf(only)),
      body: m.resetBody,
      action: m.resetAction,
    }),
    told: () => m.resetDone,
  },
)

export const removeTopics = action<string>(
  to(topicMetrics.remove, (topic) => ({ params: { topic } })),
  {
    takesAway: true,
    whyNot: (topic) => (canAddress(topic) ? undefined : m.unaddressable),
    nameOf,
    ask: (topics, only) => ({
      title: only === undefined ? counted(topics, m.deleteMany) : m.deleteTitle(nameOf(only)),
      body: m.deleteBody,
      action: m.deleteAction,
    }),
    told: m.deleted,
  },
)

export const resetAllTopics = action<void>(
  to(topicMetrics.reset, () => ({ body: { action: 'reset' as const } })),
  {
    ask: () => ({ title: m.resetAllTitle, body: m.resetBody, action: m.resetAction, danger: true }),
    told: () => m.resetDone,
  },
)
