import {
  maxTraceNameLength,
  payloadEncodings,
  type TraceInput,
  traceFormatters,
  traceInputSchema,
  traceNamePattern,
  traceTypes,
} from '@brokerdeck/contract/diagnose/trace.ts'
import * as v from 'valibot'
import { IncompleteDocument } from '#domain/endpoint-form/body-from.ts'
import type { FormFault, Section } from '#kit/form/field.ts'
import type { ApiDocument } from '#kit/form/shell/form-plan.ts'
import { trace as m } from '../messages/trace.ts'
import { payloadEncodingNames, traceTypeNames } from './trace-names.ts'

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

/** Rules that are about more than one field, or that the broker would only say in Erlang. */
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

/** Only the condition of the type is sent: what was typed for another type stays here. */
export function traceRequest(document: ApiDocument): { readonly body: TraceInput } {
  const others = traceTypes.filter((type) => type !== document['type'])
  const body = Object.fromEntries(
    Object.entries(document).filter(([key]) => !others.some((other) => other === key)),
  )
  if (!v.is(traceInputSchema, body)) throw new IncompleteDocument('the trace is not complete')
  return { body }
}
