import {
  maxTraceNameLength,
  payloadEncodings,
  type TraceInput,
  trace,
  traceFormatters,
  traceInputSchema,
  traceNamePattern,
  traceTypes,
} from '@brokerdeck/contract/diagnose/trace.ts'
import { useState } from 'react'
import * as v from 'valibot'
import { whyNoWrite } from '#api/query.ts'
import { trace as m } from '#features/diagnose/messages/trace.ts'
import { timeZoneChoice } from '#i18n/format-time.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import { readValue } from '#kit/form/controls/control-props.ts'
import type { FormFault, Section } from '#kit/form/field.ts'
import { useFieldState } from '#kit/form/form-store.ts'
import { FormDialog } from '#kit/form/shell/form-dialog.tsx'
import type { ApiDocument } from '#kit/form/shell/form-spec.ts'
import { fromDateTimeInput, toDateTimeInput } from '#lib/date-time-input.ts'
import { IncompleteDocument } from '#resource/endpoint-form/parse-body.ts'
import { writePlan } from '#resource/endpoint-form/write-plan.ts'
import { Button } from '#ui/button.tsx'
import classes from './trace.module.css'
import { payloadEncodingNames, traceTypeNames } from './trace-names.ts'

const choices = [5, 15, 30, 60] as const

const isUtc = timeZoneChoice === 'utc'

/** The default duration of a trace, in minutes. */
const usualMinutes = 30

function newTrace() {
  const now = Date.now()
  const printInstant = (instant: number) => `${new Date(instant).toISOString().slice(0, 19)}Z`
  return {
    type: 'clientid',
    start_at: printInstant(now),
    end_at: printInstant(now + usualMinutes * 60_000),
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

/** Sets the end of the trace from a duration. */
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

const only = (type: string) => [{ path: 'type', is: [type] }]

export const traceSections: readonly Section[] = [
  {
    id: 'trace',
    title: m.create,
    fields: [
      {
        kind: 'text',
        path: 'name',
        label: m.name,
        help: m.nameHelp,
        isRequired: true,
        isCode: true,
        width: 12,
        maxLength: maxTraceNameLength,
        pattern: { regex: traceNamePattern, message: m.nameRule },
      },
      {
        kind: 'select',
        path: 'type',
        label: m.type,
        isRequired: true,
        width: 12,
        options: traceTypes.map((value) => ({ value, label: traceTypeNames[value] })),
      },
      {
        kind: 'text',
        path: 'clientid',
        label: m.clientid,
        isRequired: true,
        isCode: true,
        width: 12,
        when: only('clientid'),
      },
      {
        kind: 'topic',
        path: 'topic',
        label: m.topic,
        help: m.topicHelp,
        isFilter: true,
        isRequired: true,
        width: 12,
        when: only('topic'),
      },
      {
        kind: 'text',
        path: 'ip_address',
        label: m.ip_address,
        help: m.addressHelp,
        isRequired: true,
        isCode: true,
        width: 12,
        when: only('ip_address'),
      },
      {
        kind: 'text',
        path: 'ruleid',
        label: m.ruleid,
        help: m.rulesHelp,
        isRequired: true,
        isCode: true,
        width: 12,
        when: only('ruleid'),
      },
      {
        kind: 'moment',
        path: 'start_at',
        label: m.start,
        help: m.startHelp,
        isRequired: true,
        requiredMessage: m.timesRequired,
        width: 6,
      },
      {
        kind: 'moment',
        path: 'end_at',
        label: m.end,
        help: m.endHelp,
        isRequired: true,
        requiredMessage: m.timesRequired,
        isFuture: true,
        width: 6,
      },
      {
        kind: 'select',
        path: 'formatter',
        label: m.formatter,
        help: m.formatterHelp,
        width: 6,
        options: traceFormatters.map((value) => ({
          value,
          label: value === 'json' ? m.jsonRecommended : m.text,
        })),
      },
      {
        kind: 'select',
        path: 'payload_encode',
        label: m.payload,
        help: m.encodeHelp,
        width: 6,
        options: payloadEncodings.map((value) => ({ value, label: payloadEncodingNames[value] })),
      },
    ],
  },
]

const typedSchema = v.looseObject({
  type: v.picklist(traceTypes),
  ip_address: v.optional(v.string()),
  start_at: v.optional(v.string()),
  end_at: v.optional(v.string()),
})
const addressSchema = v.pipe(v.string(), v.ip())

/** Returns errors that concern more than one field, or that the broker would report only in Erlang. */
export function traceFaults(document: ApiDocument): readonly FormFault[] {
  const { output, success } = v.safeParse(typedSchema, document)
  if (!success) return []
  const { type, ip_address: address = '', start_at: start = '', end_at: end = '' } = output
  const faults: FormFault[] = []
  if (type === 'ip_address' && address !== '' && !v.is(addressSchema, address)) {
    faults.push({ path: 'ip_address', message: m.badAddress })
  }
  if (Date.parse(start) >= Date.parse(end)) faults.push({ path: 'end_at', message: m.endBeforeStart })
  return faults
}

/**
 * Builds the request with the condition of the chosen type only; values that were typed for other types are not sent.
 */
export function traceRequest(document: ApiDocument): { readonly body: TraceInput } {
  const others = traceTypes.filter((type) => type !== document['type'])
  const body = Object.fromEntries(
    Object.entries(document).filter(([key]) => !others.some((other) => other === key)),
  )
  if (!v.is(traceInputSchema, body)) throw new IncompleteDocument('the trace is not complete')
  return { body }
}
