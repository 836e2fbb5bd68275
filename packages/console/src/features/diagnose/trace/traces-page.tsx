import { maxTraces, trace } from '@brokerdeck/contract/diagnose/trace.ts'
import { lazy } from 'react'
import { action, send } from '#acting/action.tsx'
import { trace as m } from '#features/diagnose/messages/trace.ts'
import { askDialog } from '#kit/dialogs/dialog-store.ts'
import { DangerButton } from '#resource/broker-list/act-on-matching.tsx'
import { ManagedListPage } from '#resource/managed-list-page.tsx'
import { traceResource } from './traces.tsx'

const CreateTraceDialog = lazy(async () => ({
  default: (await import('./create-trace-dialog.tsx')).CreateTraceDialog,
}))

const clear = action(
  send(trace.clear, (_: number) => ({})),
  {
    ask: (count) => ({
      title: m.clearTitle,
      body: m.clearBody(count),
      action: m.clearAction,
      interrupts: 'nothing',
      danger: true,
      typedName: m.clearWord,
    }),
    successMessage: () => m.cleared,
  },
)

/** Lists the traces, which the broker writes on request. */
export function TracesPage() {
  return (
    <ManagedListPage
      resource={traceResource}
      create={{
        label: m.create,
        to: () => askDialog<void>((close) => <CreateTraceDialog onClose={close} />),
        disabledReason: ({ length }) => (length < maxTraces ? undefined : m.limitReached(maxTraces)),
      }}
      summary={({ count }) => count !== undefined && m.summary(count, maxTraces)}
      toolbar={({ count = 0 }) => (
        <DangerButton
          label={m.clear}
          disabledReason={count === 0 ? m.nothingToClear : undefined}
          onClick={() => void clear.run(count)}
        />
      )}
    />
  )
}
