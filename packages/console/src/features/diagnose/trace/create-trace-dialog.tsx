import { trace } from '@brokerdeck/contract/diagnose/trace.ts'
import { useState } from 'react'
import { whyNoWrite } from '#api/permission/write-permission.ts'
import { writePlan } from '#domain/endpoint-form/write-plan.ts'
import { timeZoneChoice } from '#i18n/format-time.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import { readValue } from '#kit/form/controls/read-value.ts'
import { FormDialog } from '#kit/form/shell/form-dialog.tsx'
import { useFieldState } from '#kit/form/use-field-state.ts'
import { fromDateTimeInput, toDateTimeInput } from '#lib/date-time-input.ts'
import { Button } from '#ui/button.tsx'
import { trace as m } from '../messages/trace.ts'
import classes from './trace.module.css'
import { traceFaults, traceRequest, traceSections } from './trace-sections.ts'

const choices = [5, 15, 30, 60] as const

const isUtc = timeZoneChoice === 'utc'

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
  const write = writePlan(trace.create, {
    toRequest: traceRequest,
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

/** Sets the end by how long the trace shall run. */
function TraceDuration() {
  const start = readValue.text(readValue.parts(useFieldState('start_at').value)['text'])
  const { change } = useFieldState('end_at')
  const endAfter = (minutes: number) => {
    const from = Date.parse(fromDateTimeInput(start, isUtc) ?? '')
    const begin = Number.isNaN(from) ? Date.now() : Math.max(from, Date.now())
    const end = new Date(begin + minutes * 60_000).toISOString()
    change({ isNever: false, text: toDateTimeInput(end, isUtc) })
  }
  return (
    <fieldset className={classes['duration']} aria-label={m.duration}>
      <span className="support">{m.duration}</span>
      {choices.map((minutes) => (
        <Button key={minutes} size="small" onClick={() => endAfter(minutes)}>
          {m.minutes(minutes)}
        </Button>
      ))}
    </fieldset>
  )
}
