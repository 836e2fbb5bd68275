import { trace } from '@brokerdeck/contract/diagnose/trace.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { whyNoWrite } from '#api/permission/write-permission.ts'
import { writePlan } from '#domain/endpoint-form/write-plan.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import { FormDialog } from '#kit/form/shell/form-dialog.tsx'
import { m } from './messages.ts'
import { TraceDuration } from './trace-duration.tsx'
import { traceFaults, traceRequest, traceSections } from './trace-sections.ts'

/** As long as a trace runs unless told otherwise. */
const usualMinutes = 30

function newTrace() {
  const now = Date.now()
  const printed = (instant: number) => `${new Date(instant).toISOString().slice(0, 19)}Z`
  return {
    type: 'clientid',
    start_at: printed(now),
    end_at: printed(now + usualMinutes * 60_000),
    formatter: 'json',
    payload_encode: 'text',
  }
}

export function CreateTraceDialog({ onClose }: { readonly onClose: () => void }) {
  const [document] = useState(newTrace)
  const write = writePlan(useQueryClient(), trace.create, {
    toRequest: traceRequest,
    refreshes: [trace.list],
  })
  return (
    <FormDialog
      title={m.create}
      submitLabel={m.create}
      onClose={onClose}
      size={640}
      plan={{
        ...write,
        sections: traceSections,
        document,
        isNew: true,
        check: traceFaults,
        impact: () => m.createImpact,
        lockedReason: whyNoWrite(),
        onApplied: () => notify.success(m.created),
      }}
    >
      <TraceDuration />
    </FormDialog>
  )
}
