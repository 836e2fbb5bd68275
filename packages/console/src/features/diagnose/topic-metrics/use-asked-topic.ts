import type { TopicMetric } from '@brokerdeck/contract/diagnose/topic-metrics.ts'
import { useEffect, useRef } from 'react'
import * as v from 'valibot'
import { notify } from '#kit/dialogs/notify.tsx'
import { useUrlSearch } from '#kit/page/use-url-search.ts'
import { visibleText } from '#lib/visible-text.ts'
import { m } from './messages.ts'

const searchSchema = v.looseObject({ topic: v.fallback(v.optional(v.string()), undefined) })

interface Answers {
  readonly onView: (topic: string) => void
  readonly onAdd: (topic: string) => void
}

/** A link may name a topic (`?topic=`): what is counted is opened, anything else offered to be added. Once. */
export function useAskedTopic(counted: readonly TopicMetric[] | undefined, { onView, onAdd }: Answers): void {
  const [{ topic: asked }, change] = useUrlSearch(searchSchema)
  const answer = useRef({ onView, onAdd, change })
  answer.current = { onView, onAdd, change }
  const isKnown = counted?.some(({ topic }) => topic === asked)
  useEffect(() => {
    if (asked === undefined || isKnown === undefined) return
    answer.current.change({ topic: undefined })
    if (isKnown) {
      notify.info(m.existing(visibleText(asked, 80)))
      answer.current.onView(asked)
    } else answer.current.onAdd(asked)
  }, [asked, isKnown])
}
