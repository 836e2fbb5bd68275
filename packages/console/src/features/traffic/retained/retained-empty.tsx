import { describeFilterFault } from '#kit/topic-words/topic-fault.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { m } from './messages.ts'

interface RetainedEmptyProps {
  readonly isOff: boolean
  readonly filter: string | undefined
}

/** Why the list is empty. */
export function RetainedEmpty({ isOff, filter }: RetainedEmptyProps) {
  if (isOff) return <EmptyState title={m.offTitle}>{m.offText}</EmptyState>
  if (filter === undefined) return <EmptyState title={m.emptyTitle}>{m.emptyText}</EmptyState>
  const fault = describeFilterFault(filter)
  return fault === undefined ? (
    <EmptyState title={m.noneMatch}>{m.noneMatchText}</EmptyState>
  ) : (
    <EmptyState title={m.notAFilter}>{fault}</EmptyState>
  )
}
