import { printHocon } from '@brokerdeck/languages/hocon/print-hocon.ts'
import { useState } from 'react'
import { type Compared, compareOutcomes, type Kind, type Outcome } from '#compare/compare-sides.ts'
import { kindNames, outcomeNames } from '#compare/messages.ts'
import { comparison as m } from '#features/system/messages/promote.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { formatList } from '#i18n/sentences.ts'
import { DrawerShell } from '#kit/dialogs/drawer-shell.tsx'
import { DifferenceList } from '#kit/form/shell/difference-list.tsx'
import { type Column, useSelection } from '#kit/table/column.ts'
import { DataTable } from '#kit/table/data-table.tsx'
import type { Filter } from '#kit/table/filters/filter.ts'
import { FilterBar } from '#kit/table/filters/filter-bar.tsx'
import { verbatimColumn } from '#kit/table/verbatim-column.tsx'
import { visibleText } from '#lib/visible-text.ts'
import { useListSearch } from '#resource/broker-list/use-list-search.ts'
import type { FilterOf, SortOf } from '#routes/routes.ts'
import { Button } from '#ui/button.tsx'
import { CommandText } from '#ui/command-text.tsx'
import { EmptyState } from '#ui/states.tsx'
import { Status, type StatusKind } from '#ui/status.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { KindCounts } from './kind-counts.tsx'
import classes from './promote.module.css'
import { type ComparedKind, type OtherSide, useComparison } from './use-comparison.ts'

export interface Row extends Compared {
  readonly kind: Kind
}

const shapes: Readonly<Record<Outcome, StatusKind>> = {
  same: 'ok',
  different: 'warn',
  'only-here': 'off',
  'only-there': 'unknown',
  unknown: 'unknown',
}

const columns: readonly Column<Row, SortOf<'compare'>>[] = [
  verbatimColumn('name', m.name, ({ id }) => id, { always: true, width: 320, phone: 'name', sortable: true }),
  {
    id: 'kind',
    header: m.kindColumn,
    cell: ({ kind }) => kindNames[kind],
    value: ({ kind }) => kind,
    width: 160,
    phone: 'pair',
    sortable: true,
  },
  {
    id: 'outcome',
    header: m.result,
    cell: ({ outcome }) => <Status kind={shapes[outcome]}>{outcomeNames[outcome]}</Status>,
    value: ({ outcome }) => outcome,
    width: 150,
    phone: 'status',
    sortable: true,
  },
  {
    id: 'fields',
    header: m.fields,
    cell: ({ differenceCount }) => (differenceCount === 0 ? '—' : formatNumber(differenceCount)),
    value: ({ differenceCount }) => differenceCount,
    align: 'end',
    width: 100,
    phone: 'pair',
    sortable: true,
  },
  {
    id: 'secrets',
    header: m.secrets,
    definition: m.secretNote,
    cell: ({ secretCount }) => (secretCount === 0 ? '—' : formatNumber(secretCount)),
    value: ({ secretCount }) => secretCount,
    align: 'end',
    width: 100,
    phone: 'pair',
  },
]

const listFilters = (kinds: readonly Kind[]): readonly Filter<FilterOf<'compare'>>[] => [
  { kind: 'text', label: m.search, contains: 'q', isMain: true },
  {
    kind: 'select',
    label: m.result,
    key: 'outcome',
    isMain: true,
    options: compareOutcomes.map((value) => ({ value, label: outcomeNames[value] })),
  },
  {
    kind: 'select',
    label: m.kindColumn,
    key: 'kind',
    isMain: true,
    options: kinds.map((value) => ({ value, label: kindNames[value] })),
  },
]

interface ComparisonProps {
  readonly side: OtherSide
  readonly kinds: readonly Kind[]
  readonly here: string
  /** `onSent` is called after the planned requests were sent or undone. */
  readonly onPlan: (rows: readonly Row[], onSent: () => void) => void
}

/** Shows the result of a comparison: the counts of each kind, and the compared objects. */
export function Comparison({ side, kinds: chosen, here, onPlan }: ComparisonProps) {
  const compared = useComparison(side, chosen)
  const filters = listFilters(chosen)
  const { filters: values, setFilters } = useListSearch('compare', filters)
  const selection = useSelection<Row>()
  const [shown, setShown] = useState<Row>()
  const again = () => {
    selection.clear()
    void compared.refetch()
  }
  const all = buildRows(compared.kinds)
  const { q = '', kind, outcome } = values
  const rows = all.filter(
    (row) =>
      row.id.toLowerCase().includes(q.toLowerCase()) &&
      (kind === undefined || row.kind === kind) &&
      (outcome === undefined || row.outcome === outcome),
  )
  return (
    <>
      <KindCounts kinds={compared.kinds} here={here} there={side.name} isPart={side.isPart} />
      <DataTable
        page="compare"
        // The table shows two clusters at one moment, so there is no export; the plan is what is kept.
        exportName={undefined}
        label={m.things}
        columns={columns}
        rowKey={({ kind: of, id }) => `${of} ${id}`}
        rowLabel={({ id }) => id}
        query={{
          rows: compared.isPending ? undefined : rows,
          isPending: compared.isPending,
          isFetching: compared.isFetching,
          refetch: again,
        }}
        filters={
          <FilterBar
            filters={filters}
            values={values}
            onChange={(next) => {
              selection.clear()
              setFilters(next)
            }}
          />
        }
        selection={selection}
        bulkActions={(some) => <PlanButton rows={some} onPlan={() => onPlan(some, again)} />}
        rowActions={(row) => [{ label: m.show, onSelect: () => setShown(row) }]}
        empty={
          all.length === 0 ? (
            <EmptyState title={m.emptyTitle}>{m.emptyText}</EmptyState>
          ) : (
            <EmptyState title={m.noMatch}>{m.noMatchText}</EmptyState>
          )
        }
      />
      {shown !== undefined && (
        <FieldsDrawer row={shown} here={here} there={side.name} onClose={() => setShown(undefined)} />
      )}
    </>
  )
}

/** Returns all rows; rows with differences come first. */
function buildRows(compared: readonly ComparedKind[]): readonly Row[] {
  return compared
    .flatMap(({ kind, result }) =>
      result?.state === 'compared' ? result.all.map((one): Row => ({ ...one, kind })) : [],
    )
    .toSorted((one, other) => compareOutcomes.indexOf(one.outcome) - compareOutcomes.indexOf(other.outcome))
}

function PlanButton({ rows, onPlan }: { readonly rows: readonly Row[]; readonly onPlan: () => void }) {
  const isAny = rows.some(({ outcome }) => outcome === 'different' || outcome === 'only-there')
  return (
    <Button size="small" disabledReason={isAny ? undefined : m.whyNoPlan} onClick={onPlan}>
      {m.plan(rows.length)}
    </Button>
  )
}

interface FieldsDrawerProps {
  readonly row: Row
  readonly here: string
  readonly there: string
  readonly onClose: () => void
}

function FieldsDrawer({ row, here, there, onClose }: FieldsDrawerProps) {
  const { id, kind, outcome, differences, differenceCount, secrets, secretCount, withheld } = row
  const only = row.here === undefined ? row.there : row.there === undefined ? row.here : undefined
  return (
    <DrawerShell isOpen onClose={onClose} size={640} title={`${kindNames[kind]} · ${visibleText(id, 80)}`}>
      <div className={classes['fields']}>
        <Status kind={shapes[outcome]}>{outcomeNames[outcome]}</Status>
        {outcome === 'same' && <p>{m.noDifferences}</p>}
        {outcome === 'different' && (
          <>
            <p className={classes['legend']}>{m.legend(here, there)}</p>
            <DifferenceList differences={differences} />
            <NotListed count={differenceCount - differences.length} />
          </>
        )}
        {only !== undefined && (
          <>
            <p>{row.here === undefined ? m.onlyThere(there) : m.onlyHere(here)}</p>
            <CommandText label={m.asText} text={printHocon(only)} />
          </>
        )}
        {withheld.length > 0 && <p>{m.withheld(formatList(withheld))}</p>}
        {secrets.length > 0 && (
          <section aria-label={only === undefined ? m.secretsTitle : m.secretsOf}>
            <h3 className={classes['subtitle']}>{only === undefined ? m.secretsTitle : m.secretsOf}</h3>
            <p className={classes['note']}>{m.secretNote}</p>
            <ul className={classes['paths']}>
              {secrets.map((path) => (
                <li key={path}>
                  <Verbatim text={path} mono wrap />
                </li>
              ))}
            </ul>
            <NotListed count={secretCount - secrets.length} />
          </section>
        )}
      </div>
    </DrawerShell>
  )
}

function NotListed({ count }: { readonly count: number }) {
  return count > 0 && <p className={classes['note']}>{m.notListed(count)}</p>
}
