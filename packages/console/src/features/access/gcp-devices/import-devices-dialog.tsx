import {
  type GcpExported,
  gcpDevices,
  gcpExportedSchema,
  gcpKeyTypes,
} from '@brokerdeck/contract/access/gcp-devices.ts'
import * as v from 'valibot'
import { refreshAfter } from '#api/connection.ts'
import { describeError, getProblem } from '#api/errors.ts'
import { request } from '#api/http.ts'
import { ChosenFile } from '#domain/access/checked-import/chosen-file.tsx'
import type { BadRow, RowSorter } from '#domain/access/checked-import/file-reading.ts'
import { type CheckedFile, ImportDialog } from '#domain/access/checked-import/import-dialog.tsx'
import { ImportResult } from '#domain/access/checked-import/import-result.tsx'
import { readCheckedFile } from '#domain/access/checked-import/read-checked-file.ts'
import type { ReadRows } from '#domain/access/checked-import/use-file-check.ts'
import type { SendingControl } from '#domain/access/checked-import/use-sending.ts'
import { gcpDevices as m } from '#features/access/messages/access.ts'
import { formatNumber, formatPercent } from '#i18n/format-number.ts'
import { askDialog } from '#kit/dialogs/dialog-store.ts'
import type { Section } from '#kit/form/field.ts'
import type { FormOutcome } from '#kit/form/shell/form-spec.ts'
import { toFormOutcome } from '#resource/endpoint-form/write-plan.ts'

/** The maximum number of devices in one request. */
const atOnce = 500

const sections: readonly Section[] = [
  {
    id: 'import',
    title: m.importTitle,
    fields: [
      {
        kind: 'file',
        path: 'file',
        label: m.file,
        help: m.fileHelp,
        isRequired: true,
        extensions: ['.json'],
        width: 12,
      },
    ],
  },
]

/** Separates the devices that the broker would refuse, because it refuses the whole file for a single one of them. */
function deviceSorter(): RowSorter<GcpExported> {
  const good: GcpExported[] = []
  const bad: BadRow[] = []
  const parseDevice = (value: unknown): string | GcpExported => {
    const read = v.safeParse(gcpExportedSchema, value)
    if (!read.success || read.output.deviceid === '') return m.noDevice
    const isKnown = ({ key_type }: { key_type: string }) => gcpKeyTypes.some((known) => known === key_type)
    return read.output.keys.every(isKnown) ? read.output : m.badKeyType
  }
  return {
    emptyReason: m.empty,
    noListReason: m.notList,
    headFault: () => m.csv,
    take({ at, value, text }) {
      const device = parseDevice(value)
      if (typeof device === 'string') bad.push({ at, reason: device, text: text() })
      else good.push(device)
    },
    sortRows() {
      const blocked = good.filter((device) => device.blocked).length
      return {
        good,
        bad,
        summary: good.length === 0 ? m.none : m.readable(good.length, formatNumber(good.length)),
        warnings: blocked === 0 ? [] : [m.blocked(blocked, formatNumber(blocked))],
      }
    },
  }
}

const readDevices: ReadRows<GcpExported> = (file, options) => readCheckedFile(file, deviceSorter, options)

async function sendDevices(devices: readonly GcpExported[], { signal, onProgress }: SendingControl) {
  const counts = { imported: 0, errors: 0, sent: 0, unknown: 0 }
  try {
    while (counts.sent < devices.length) {
      const body = devices.slice(counts.sent, counts.sent + atOnce)
      counts.unknown = body.length
      const { imported, errors } = await request(gcpDevices.importMany, { body }, { signal })
      counts.imported += imported
      counts.errors += errors
      counts.unknown = 0
      counts.sent += body.length
      onProgress(counts.sent / devices.length)
    }
    return { ...counts, endedBy: undefined }
  } catch (error) {
    return { ...counts, unknown: mayBeDone(error) ? counts.unknown : 0, endedBy: error }
  }
}

/**
 * Tells whether a failed request may have been carried out. A refusal concerns the whole request; an aborted or
 * unanswered request, or one with a server error, may have been carried out wholly or in part.
 */
function mayBeDone(error: unknown): boolean {
  const problem = getProblem(error)
  switch (problem?.kind) {
    case 'rejected':
      return problem.status >= 500
    case 'aborted':
    case 'timeout':
    case 'unreachable':
    case 'unreadable':
      return true
    default:
      return false
  }
}

async function send({ reading }: CheckedFile<GcpExported>, control: SendingControl): Promise<FormOutcome> {
  const { good, bad, format } = reading
  const sent = await refreshAfter(() => sendDevices(good, control))
  const isStopped = control.signal.aborted || getProblem(sent.endedBy)?.kind === 'aborted'
  if (sent.sent === 0 && sent.unknown === 0) {
    return isStopped ? { kind: 'refused', title: m.stopped, fields: [] } : toFormOutcome(sent.endedBy)
  }
  const unsent = good.length - sent.sent - sent.unknown
  void askDialog<void>((close) => (
    <ImportResult
      outcome={{
        summary: m.imported(sent.imported, formatNumber(sent.imported)),
        isWhole: sent.imported === good.length && bad.length === 0,
        ...(unsent + sent.unknown === 0
          ? {}
          : { ended: isStopped ? m.stopped : m.ended(describeError(sent.endedBy).title) }),
        counts: [
          [m.total, good.length + bad.length],
          [m.importedCount, sent.imported],
          [m.failedCount, sent.errors],
          [m.leftOutCount, bad.length],
          [m.unknownCount, sent.unknown],
          [m.unsent, unsent],
        ],
        // The broker counts the failed devices and does not name them.
        failed: [],
        leftOut: bad,
        format,
        missingName: 'devices-left-out',
      }}
      onClose={close}
    />
  ))
  return { kind: 'applied' }
}

/** Reads a list of devices, checks each of them, and sends the devices that the broker can accept. */
export function ImportDevicesDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <ImportDialog
      title={m.importTitle}
      sections={sections}
      document={{}}
      noneWords={m.none}
      sendingWords={(share) => m.sending(formatPercent(share))}
      send={send}
      onClose={onClose}
    >
      {(onCheck) => <ChosenFile read={readDevices} leftOutName="devices-left-out" onCheck={onCheck} />}
    </ImportDialog>
  )
}
