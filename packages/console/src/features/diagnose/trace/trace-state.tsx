import type { TraceStatus } from '@brokerdeck/contract/diagnose/trace.ts'
import { trace as m } from '#features/diagnose/messages/trace.ts'
import { Status, type StatusKind } from '#ui/status.tsx'

const looks: Readonly<Record<TraceStatus, { readonly kind: StatusKind; readonly word: string }>> = {
  waiting: { kind: 'connecting', word: m.waiting },
  running: { kind: 'ok', word: m.running },
  stopped: { kind: 'off', word: m.stopped },
}

/** Shows whether a trace is waiting, running or stopped. */
export function TraceState({
  status,
  pill = false,
}: {
  readonly status: TraceStatus
  readonly pill?: boolean
}) {
  const { kind, word } = looks[status]
  return (
    <Status kind={kind} pill={pill}>
      {word}
    </Status>
  )
}
