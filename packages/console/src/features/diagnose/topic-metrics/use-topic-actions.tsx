import { type TopicMetric, topicMetrics } from '@brokerdeck/contract/diagnose/topic-metrics.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy } from 'react'
import { describeError } from '#api/describe-problem.ts'
import { request } from '#api/http.ts'
import { isGone } from '#api/is-gone.ts'
import { write } from '#api/query.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { type BulkRequest, bulk } from '#kit/dialogs/bulk.tsx'
import { confirm } from '#kit/dialogs/confirm.tsx'
import { askDialog } from '#kit/dialogs/dialog-store.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import { visibleText } from '#lib/visible-text.ts'
import { m } from './messages.ts'

const AddTopicsDialog = lazy(async () => ({
  default: (await import('./add-topics-dialog.tsx')).AddTopicsDialog,
}))

/** From so many on, the number is to be typed. */
const manyTopics = 20

const shown = (topic: string) => visibleText(topic, 80)

export function useTopicActions() {
  const cache = useQueryClient()
  const refreshes = [topicMetrics.list, topicMetrics.get]
  const { mutateAsync: resetAtBroker } = useMutation(write(topicMetrics.reset, { refreshes }))
  const refresh = () => {
    for (const { path } of refreshes) void cache.invalidateQueries({ queryKey: [path] })
  }
  const ofMany = async (
    topics: readonly string[],
    run: (topic: string, signal: AbortSignal) => Promise<unknown>,
    words: Pick<BulkRequest<string>, 'title' | 'body' | 'action' | 'told'>,
  ) => {
    const outcome = await bulk({
      items: topics,
      itemLabel: shown,
      run,
      describeFailure: (error) => {
        const { title, detail } = describeError(error)
        return detail ?? title
      },
      danger: true,
      ...words,
      ...(topics.length > manyTopics ? { typedName: String(topics.length) } : {}),
    })
    const done = outcome?.done ?? []
    if (done.length > 0) refresh()
    return done
  }
  const reset = async (topics: readonly string[]) => {
    const [only = ''] = topics
    const { length } = topics
    await ofMany(topics, (topic) => request(topicMetrics.reset, { body: { action: 'reset', topic } }), {
      title: length === 1 ? m.resetTitle(shown(only)) : m.resetMany(length, formatNumber(length)),
      body: m.resetBody,
      action: m.resetAction,
      told: () => m.resetDone,
    })
  }
  /** Resolves to those that are gone. */
  const remove = async (topics: readonly string[]): Promise<readonly string[]> => {
    const [only = ''] = topics
    const { length } = topics
    return await ofMany(topics, removeOne, {
      title: length === 1 ? m.deleteTitle(shown(only)) : m.deleteMany(length, formatNumber(length)),
      body: m.deleteBody,
      action: m.deleteAction,
      told: m.deleted,
    })
  }
  const resetAll = async () => {
    const asked = { title: m.resetAllTitle, body: m.resetBody, action: m.resetAction, danger: true }
    if (!(await confirm(asked))) return
    try {
      await resetAtBroker({ body: { action: 'reset' } })
      notify.success(m.resetDone)
    } catch (error) {
      const { title, detail } = describeError(error)
      notify.failure(title, detail)
    }
  }
  return {
    add: (counted: readonly TopicMetric[], prefilled = '') => {
      const known = new Set(counted.map(({ topic }) => topic))
      void askDialog<void>((close) => (
        <AddTopicsDialog counted={known} prefilled={prefilled} onClose={close} />
      ))
    },
    reset,
    remove,
    resetAll,
  }
}

async function removeOne(topic: string, signal: AbortSignal): Promise<void> {
  try {
    await request(topicMetrics.remove, { params: { topic } }, { signal })
  } catch (error) {
    // Somebody else was faster.
    if (!isGone(error)) throw error
  }
}
