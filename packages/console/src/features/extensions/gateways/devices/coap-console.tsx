import { coapContentTypes, coapMethods } from '@brokerdeck/contract/extensions/gateways/gateway-devices.ts'
import { useState } from 'react'
import { whyClosed, whyNoPublish } from '#api/query.ts'
import { coapRequests as m } from '#features/extensions/messages/gateway-devices.ts'
import { formatNumber } from '#i18n/format-number.ts'
import type { Column } from '#kit/table/column.ts'
import { DataTable } from '#kit/table/data-table.tsx'
import { verbatimColumn } from '#kit/table/verbatim-column.tsx'
import { Button } from '#ui/button.tsx'
import { TextBox } from '#ui/field-box.tsx'
import { LabelledField, UnitLabel } from '#ui/labelled-field.tsx'
import { Panel } from '#ui/panel.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { SelectBox } from '#ui/select-box.tsx'
import { EmptyState } from '#ui/states.tsx'
import { Status } from '#ui/status.tsx'
import { TextArea } from '#ui/text-area.tsx'
import {
  type CoapDraft,
  type CoapExchange,
  type CoapWorkspace,
  mostExchanges,
  useCoapHistory,
} from './coap-workspace.ts'
import classes from './devices.module.css'
import { hereAlready } from './resource-table.tsx'

const start: CoapDraft = { method: 'get', contentType: 'text/plain', timeout: '5', payload: '' }

/** Sends requests to a CoAP client and shows its responses. */
export function CoapConsole({ workspace }: { readonly workspace: CoapWorkspace }) {
  const history = useCoapHistory(workspace)
  const [draft, setDraft] = useState(start)
  return (
    <div className={classes['stack']}>
      <RequestPanel workspace={workspace} draft={draft} onChange={setDraft} />
      <Panel title={m.history} caption={m.historyCaption(formatNumber(mostExchanges))}>
        <DataTable
          label={m.history}
          columns={columns}
          rowKey={({ id }) => String(id)}
          rowLabel={({ draft: { method, payload } }) => `${method.toUpperCase()} ${payload}`}
          query={hereAlready(history)}
          rowActions={({ draft: sent }) => [{ label: m.useAgain, onSelect: () => setDraft(sent) }]}
          empty={<EmptyState title={m.noHistory}>{m.noHistoryText}</EmptyState>}
        />
      </Panel>
    </div>
  )
}

interface RequestPanelProps {
  readonly workspace: CoapWorkspace
  readonly draft: CoapDraft
  readonly onChange: (draft: CoapDraft) => void
}

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

function RequestPanel({ workspace, draft, onChange }: RequestPanelProps) {
  const { method, contentType, timeout, payload } = draft
  const isTime = /^\d{1,2}$/.test(timeout) && Number(timeout) >= 1 && Number(timeout) <= 60
  const isBytes = contentType === 'application/octet-stream'
  const payloadFault = isBytes && !base64.test(payload) ? m.base64Help : undefined
  const change = (part: Partial<CoapDraft>) => onChange({ ...draft, ...part })
  const disabledReason = whyClosed('payloads') ?? whyNoPublish() ?? (isTime ? payloadFault : m.timeoutRange)
  return (
    <Panel title={m.title} caption={m.caption} padded>
      <div className={classes['fields']}>
        <LabelledField label={m.method}>
          {(control) => (
            <SelectBox
              {...control}
              value={method}
              options={coapMethods.map((value) => ({ value, label: value.toUpperCase() }))}
              onChange={(value) => change({ method: coapMethods.find((one) => one === value) ?? method })}
            />
          )}
        </LabelledField>
        <LabelledField label={m.contentType}>
          {(control) => (
            <SelectBox
              {...control}
              value={contentType}
              options={coapContentTypes.map((value) => ({ value, label: value }))}
              onChange={(value) =>
                change({ contentType: coapContentTypes.find((one) => one === value) ?? contentType })
              }
            />
          )}
        </LabelledField>
        <LabelledField label={m.timeout} fault={isTime ? undefined : m.timeoutRange}>
          {(control) => (
            <TextBox
              {...control}
              inputMode="numeric"
              value={timeout}
              onChange={(value) => change({ timeout: value })}
              end={<UnitLabel>{m.seconds}</UnitLabel>}
            />
          )}
        </LabelledField>
        <LabelledField
          className={classes['whole']}
          label={m.payload}
          fault={payloadFault}
          help={isBytes && payloadFault === undefined ? m.base64Help : undefined}
        >
          {(control) => (
            <TextArea
              {...control}
              isCode
              rows={4}
              maxLength={64_000}
              value={payload}
              onChange={(value) => change({ payload: value })}
            />
          )}
        </LabelledField>
        <div className={classes['whole']}>
          <Button
            variant="primary"
            disabledReason={disabledReason}
            onClick={() => void workspace.send(draft)}
          >
            {m.send}
          </Button>
        </div>
      </div>
    </Panel>
  )
}

/** The response codes of RFC 7252 §12.1.2, by the names that the broker writes into `{ok,content}`. */
const codes = new Map([
  ['created', '2.01'],
  ['deleted', '2.02'],
  ['valid', '2.03'],
  ['changed', '2.04'],
  ['content', '2.05'],
  ['bad_request', '4.00'],
  ['unauthorized', '4.01'],
  ['bad_option', '4.02'],
  ['forbidden', '4.03'],
  ['not_found', '4.04'],
  ['method_not_allowed', '4.05'],
  ['not_acceptable', '4.06'],
  ['precondition_failed', '4.12'],
  ['request_entity_too_large', '4.13'],
  ['unsupported_content_format', '4.15'],
  ['internal_server_error', '5.00'],
  ['not_implemented', '5.01'],
  ['bad_gateway', '5.02'],
  ['service_unavailable', '5.03'],
  ['gateway_timeout', '5.04'],
])

/** Formats `{ok,content}` as `2.05 content`; any other text stays as it is. */
function codeText(method: string): string {
  const name = /^\{(?:ok|error),(\w+)\}$/.exec(method)?.[1]
  const code = name === undefined ? undefined : codes.get(name)
  return code === undefined || name === undefined ? method : `${code} ${name.replaceAll('_', ' ')}`
}

function Outcome({ exchange: { answer, failure } }: { readonly exchange: CoapExchange }) {
  if (answer !== undefined)
    return <Status kind={answer.method.startsWith('{ok') ? 'ok' : 'bad'}>{codeText(answer.method)}</Status>
  if (failure === undefined) return <Status kind="unknown">{m.waiting}</Status>
  return (
    <Status kind="bad" wraps>
      {failure}
    </Status>
  )
}

const columns: readonly Column<CoapExchange>[] = [
  {
    id: 'method',
    header: m.method,
    value: ({ draft }) => draft.method,
    cell: ({ draft }) => draft.method.toUpperCase(),
    always: true,
    width: 90,
    phone: 'name',
  },
  verbatimColumn('payload', m.payload, ({ draft }) => draft.payload, { width: 200, phone: 'line' }),
  {
    id: 'response',
    header: m.response,
    value: ({ answer, failure }) => answer?.method ?? failure,
    cell: (exchange) => <Outcome exchange={exchange} />,
    width: 260,
    phone: 'line',
  },
  verbatimColumn('answer', m.responsePayload, ({ answer }) => answer?.payload, { width: 260, phone: 'line' }),
  {
    id: 'took',
    header: m.duration,
    value: ({ took }) => took,
    cell: ({ took }) => (took === undefined ? '—' : `${formatNumber(took)} ms`),
    align: 'end',
    width: 100,
    phone: 'pair',
  },
  {
    id: 'at',
    header: m.time,
    value: ({ at }) => at,
    cell: ({ at }) => <RelativeTime at={at} />,
    width: 120,
    phone: 'pair',
  },
]
