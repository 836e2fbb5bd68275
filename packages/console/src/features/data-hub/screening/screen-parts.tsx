import type { FailureAction, ScreenFigures } from '@brokerdeck/contract/data-hub/screening.ts'
import { lazy, Suspense } from 'react'
import { screening as m } from '#features/data-hub/messages/screening.ts'
import type { Column } from '#kit/table/column.ts'
import { verbatimColumn } from '#kit/table/verbatim-column.tsx'
import type { ManagedCounter, ManagedFigures } from '#resource/managed-resource.ts'

interface Screen {
  readonly topics: readonly string[]
  readonly description: string
  readonly failure_action: FailureAction
}

const actionWords: Readonly<Record<FailureAction, string>> = {
  drop: m.drop,
  disconnect: m.disconnect,
  ignore: m.ignore,
}

/** The columns besides those that every resource has. */
export const screenColumns = <S extends Screen>() => {
  const action: Column<S> = {
    id: 'failure_action',
    header: m.failureAction,
    value: ({ failure_action }) => failure_action,
    cell: ({ failure_action }) => actionWords[failure_action],
    width: 190,
    phone: 'pair',
  }
  return [
    'name',
    verbatimColumn('topics', m.topics, ({ topics }: S) => topics.join(', '), { width: 200, phone: 'line' }),
    'enabled',
    action,
    'metrics',
    verbatimColumn('description', m.note, ({ description }: S) => description, { mono: false, width: 150 }),
  ] as const
}

type CounterName = 'matched' | 'succeeded' | 'failed'

/** The counters, in the order in which a message is counted. */
export const screenCounters = (words: {
  readonly succeeded: string
  readonly succeededDefinition: string
  readonly failedDefinition: string
}): readonly ManagedCounter<CounterName>[] => [
  { name: 'matched', label: m.matched, definition: m.matchedDefinition, color: 'c1' },
  { name: 'succeeded', label: words.succeeded, definition: words.succeededDefinition, color: 'c2' },
  { name: 'failed', label: m.failed, definition: words.failedDefinition, color: 'c4' },
]

const FailureRules = lazy(async () => ({ default: (await import('./failure-rules.tsx')).FailureRules }))

/** Returns the counters of the cluster and of each node, and below them the rules that run on failures. */
export const screenFigures =
  (event: string) =>
  (answer: {
    readonly metrics: ScreenFigures
    readonly node_metrics: readonly { readonly node: string; readonly metrics: ScreenFigures }[]
  }): ManagedFigures<CounterName> => ({
    metrics: {
      cluster: answer.metrics,
      nodes: answer.node_metrics,
      more: (
        <Suspense>
          <FailureRules event={event} />
        </Suspense>
      ),
    },
  })

/** Returns the names in their order after a move. */
export function orderAfter({
  id,
  ids,
  to,
}: {
  readonly id: string
  readonly ids: readonly string[]
  readonly to: number
}) {
  return ids.filter((one) => one !== id).toSpliced(to, 0, id)
}
