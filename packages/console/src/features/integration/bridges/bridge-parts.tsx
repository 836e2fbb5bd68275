import { failureCause } from '#api/failure-cause/failure-cause.ts'
import { bridgeType, bridgeTypes } from '#features/integration/bridges/catalog/bridge-catalog.ts'
import { bridges as m } from '#features/integration/bridges/messages/bridges.ts'
import { Link } from '#kit/page/link.tsx'
import type { Column } from '#kit/table/column.ts'
import type { Filter, FilterValues } from '#kit/table/filters/filter.ts'
import { verbatimColumn } from '#kit/table/verbatim-column.tsx'
import { visibleText } from '#lib/visible-text.ts'
import { stateColumn } from '#resource/managed-columns.tsx'
import { linkTo } from '#routes/routes.ts'
import { LineIcon } from '#ui/line-icon.tsx'
import { VerbatimPieces } from '#ui/verbatim.tsx'
import classes from './bridge-parts.module.css'
import { type Bridge, bridgeId, bridgeState, isProblem } from './bridge-state.ts'

/** Links to the webhook that something belongs to; renders nothing if it belongs to no webhook. */
export function WebhookLink({ name, isOfOne }: { readonly name: string; readonly isOfOne: boolean }) {
  if (!isOfOne) return null
  return (
    <Link to={linkTo('webhook', { name }, { tab: 'settings' })}>
      {m.webhook(visibleText(name.slice(0, -'_WH_D'.length), 80))}
    </Link>
  )
}

/** The filters run in the browser because the API returns the whole list at once. */
export const bridgeFilters: readonly Filter<'name' | 'type' | 'status' | 'enable'>[] = [
  { kind: 'text', label: m.name, contains: 'name', isMain: true, mono: true },
  {
    kind: 'select',
    label: m.type,
    key: 'type',
    options: bridgeTypes.map(({ type, label }) => ({ value: type, label })),
    isOpenEnded: true,
  },
  {
    kind: 'select',
    label: m.status,
    key: 'status',
    isMain: true,
    options: [
      { value: 'problem', label: m.problems },
      { value: 'connected', label: m.connected },
      { value: 'connecting', label: m.connecting },
      { value: 'disconnected', label: m.disconnected },
      { value: 'inconsistent', label: m.inconsistent },
    ],
  },
  {
    kind: 'select',
    label: m.enabled,
    key: 'enable',
    options: [
      { value: 'true', label: m.enabled },
      { value: 'false', label: m.disabled },
    ],
  },
]

export function matchesBridge(one: Bridge, { name, type, status, enable }: FilterValues): boolean {
  return (
    (name === undefined || bridgeId(one).includes(name)) &&
    (type === undefined || one.type === type) &&
    // A disabled bridge does not count as down.
    (status === undefined || (status === 'problem' ? isProblem(one) : one.enable && one.status === status)) &&
    (enable === undefined || String(one.enable) === enable)
  )
}

export const bridgeColumns = {
  type: {
    id: 'type',
    header: m.type,
    value: ({ type }) => bridgeType(type).label,
    fields: [{ id: 'type', value: ({ type }) => type }],
    cell: ({ type }) => {
      const { icon, label } = bridgeType(type)
      return (
        <span className={classes['type']}>
          <LineIcon drawing={icon} /> {label}
        </span>
      )
    },
    width: 170,
    sortable: true,
    phone: 'pair',
  } satisfies Column<Bridge, 'type'>,
  status: stateColumn<Bridge>(bridgeState),
  /** A disabled bridge is expected to be disconnected, so no reason is shown for it. */
  reason: {
    id: 'status_reason',
    header: m.reason,
    value: findReason,
    cell: (one) => <Reason raw={findReason(one)} />,
    width: 260,
    isBelow: true,
    phone: 'line',
  } satisfies Column<Bridge>,
  description: verbatimColumn<Bridge>('description', m.note, ({ description }) => description, {
    mono: false,
    width: 170,
  }),
}

function findReason({ enable, status_reason: reason }: Bridge): string | undefined {
  return enable && reason !== '' ? reason : undefined
}

/** Shows the reason in plain words with a remedy; the broker's own text stands on the page of the bridge. */
function Reason({ raw }: { readonly raw: string | undefined }) {
  const found = raw === undefined ? undefined : failureCause(raw)
  if (raw === undefined) return null
  // Some reasons contain a whole configuration.
  if (found === undefined) return <VerbatimPieces text={raw} limit={400} />
  return (
    <>
      <strong className={classes['cause']}>{found.words}</strong> {found.advice}
    </>
  )
}
