import { useMemo } from 'react'
import { MessagePayloadViewer } from '#domain/broker-message/schema/message-payload-viewer.tsx'
import { formatInstant } from '#domain/trace/format-instant.ts'
import type { TraceEvent, TraceRow } from '#domain/trace/trace-row.ts'
import { trace as m } from '#features/diagnose/messages/trace.ts'
import { formatBytes } from '#i18n/format-number.ts'
import { formatDateTime } from '#i18n/format-time.ts'
import { DrawerShell } from '#kit/dialogs/drawer-shell.tsx'
import { indentJson } from '#lib/indent-json.ts'
import { bytesFromHex } from '#lib/payload.ts'
import { truncate } from '#lib/visible-text.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { LongText } from '#ui/long-text.tsx'
import { Panel } from '#ui/panel.tsx'
import { PropertyList } from '#ui/property-list.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import classes from './trace.module.css'

function toPayloadBytes({ payload = '', payloadEncoding }: TraceEvent): Uint8Array {
  const decoded = payloadEncoding === 'hex' ? bytesFromHex(payload) : undefined
  return decoded ?? new TextEncoder().encode(payload)
}

function buildProperties(row: TraceRow) {
  const given: readonly (readonly [string, string | undefined])[] =
    row.kind === 'raw'
      ? [[m.node, row.node]]
      : [
          [m.message, row.msg],
          [m.level, row.level],
          [m.tag, row.tag],
          [m.client, row.clientid],
          [m.username, row.username],
          [m.peer, row.peername],
          [m.topic, row.topic],
          [m.detail, row.packet?.type],
          [m.node, row.node],
        ]
  const known = given.flatMap(([label, value]) => (value === undefined ? [] : [{ label, value }]))
  return known.map(({ label, value }) => ({
    label,
    value: <Verbatim text={value} wrap />,
    mono: true,
    copy: value,
  }))
}

/** Shows one line of the log, both parsed and as written. */
export function RowDrawer({ row, onClose }: { readonly row: TraceRow; readonly onClose: () => void }) {
  const isEvent = row.kind === 'event'
  return (
    <DrawerShell title={m.lineTitle} isOpen onClose={onClose} size={640}>
      <PropertyList
        groups={[
          {
            properties: [
              { label: m.time, value: `${formatDateTime(row.at).slice(0, 10)} ${formatInstant(row.at)}` },
              ...buildProperties(row),
            ],
          },
        ]}
      />
      {isEvent && row.payload !== undefined && (
        <Panel title={m.payload}>
          <MessagePayloadViewer topic={row.topic} bytes={toPayloadBytes(row)} />
        </Panel>
      )}
      <Panel title={m.asWritten} actions={<CopyButton text={row.line} name={m.lineTitle} />}>
        <WrittenLine line={row.line} />
      </Panel>
    </DrawerShell>
  )
}

/** The maximum number of characters shown: a line with a payload may be megabytes long. */
const SHOWN = 64 * 1024

/** Shows a line as written, indented if it is JSON, and cut like a payload. */
function WrittenLine({ line }: { readonly line: string }) {
  const text = useMemo(() => indentJson(line, SHOWN) ?? line, [line])
  const isCut = text.length > SHOWN
  return (
    <>
      {isCut && <p className={classes['cut']}>{m.lineCut(formatBytes(SHOWN))}</p>}
      <pre className={classes['written']} {...{ tabIndex: 0 }}>
        <LongText text={isCut ? `${truncate(text, SHOWN)}…` : text} />
      </pre>
    </>
  )
}
