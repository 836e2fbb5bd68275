import type { Upgrade, UpgradeStatus } from '@brokerdeck/contract/system/relup.ts'
import { nodeColumn } from '#domain/cluster-node/node-columns.tsx'
import { relup as m } from '#features/system/messages/operations.ts'
import { languageTag } from '#i18n/locale.ts'
import { joinSentences } from '#i18n/sentences.ts'
import { DialogShell } from '#kit/dialogs/dialog-shell.tsx'
import type { Column } from '#kit/table/column.ts'
import { visibleText } from '#lib/visible-text.ts'
import { Button } from '#ui/button.tsx'
import { Tooltip } from '#ui/floating.tsx'
import { Amount } from '#ui/marks.tsx'
import { PropertyList } from '#ui/property-list.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { Status } from '#ui/status.tsx'
import { Verbatim } from '#ui/verbatim.tsx'

const findLastUpgrade = ({ upgrade_history: all }: UpgradeStatus): Upgrade | undefined =>
  all.toSorted((a, b) => (a.started_at ?? '').localeCompare(b.started_at ?? '', languageTag)).at(-1)

export const columns: readonly Column<UpgradeStatus>[] = [
  nodeColumn(),
  {
    id: 'status',
    header: m.status,
    cell: ({ status }) =>
      status === 'idle' ? <Status kind="ok">{m.idle}</Status> : <Status kind="warn">{m.inProgress}</Status>,
    value: ({ status }) => status,
    phone: 'status',
  },
  { id: 'role', header: m.role, cell: ({ role }) => m[role], value: ({ role }) => role },
  {
    id: 'current_vsn',
    header: m.version,
    cell: ({ current_vsn }) => <Verbatim text={current_vsn} mono />,
    value: ({ current_vsn }) => current_vsn,
    phone: 'line',
  },
  {
    id: 'live_connections',
    header: m.connections,
    cell: ({ live_connections }) => <Amount value={live_connections} />,
    value: ({ live_connections }) => live_connections,
    align: 'end',
  },
  {
    id: 'last',
    header: m.last,
    cell: (row) => <Outcome of={findLastUpgrade(row)} isShort />,
    value: (row) => findLastUpgrade(row)?.started_at,
    phone: 'line',
  },
]

/** Returns the broker's own text of a failure, since no other description exists. */
function formatFailure({ result }: Upgrade): string | undefined {
  if (result === undefined || result === 'success') return undefined
  if (typeof result === 'string') return result
  const details = result.details === undefined ? '' : `: ${JSON.stringify(result.details)}`
  return `${result.err_type ?? ''}${details}`
}

interface OutcomeProps {
  readonly of: Upgrade | undefined
  /** Set if there is room for one line only; the reason of a failure is then shown in a tooltip. */
  readonly isShort?: boolean
}

function Outcome({ of, isShort = false }: OutcomeProps) {
  if (of === undefined) return <span className="dim">{m.never}</span>
  const failure = formatFailure(of)
  const target = visibleText(of.target_vsn ?? '', 40)
  if (of.result === undefined) return <Status kind="warn">{m.toVersion(target)}</Status>
  if (failure === undefined) return <Status kind="ok">{m.succeeded(target)}</Status>
  const reason = visibleText(failure, 300)
  return isShort ? (
    <Tooltip label={reason} focusable>
      <Status kind="bad">{m.failed(target)}</Status>
    </Tooltip>
  ) : (
    <Status kind="bad" wraps>
      {joinSentences(m.failed(target), reason)}
    </Status>
  )
}

/** The maximum number of records: a node that was upgraded every week for years has fewer. */
const mostRecords = 200

export function Records({ of, onClose }: { readonly of: UpgradeStatus; readonly onClose: () => void }) {
  const all = of.upgrade_history
    .toSorted((a, b) => (b.started_at ?? '').localeCompare(a.started_at ?? '', languageTag))
    .slice(0, mostRecords)
  return (
    <DialogShell
      title={m.recordsTitle(visibleText(of.node))}
      size={640}
      onClose={onClose}
      footer={<Button onClick={onClose}>{m.close}</Button>}
    >
      <PropertyList
        groups={all.map((one) => ({
          title: m.fromTo(visibleText(one.from_vsn ?? '', 40), visibleText(one.target_vsn ?? '', 40)),
          properties: [
            { label: m.startedAt, value: <RelativeTime at={one.started_at} /> },
            { label: m.finishedAt, value: <RelativeTime at={one.finished_at} /> },
            { label: m.result, value: <Outcome of={one} /> },
          ],
        }))}
      />
    </DialogShell>
  )
}
