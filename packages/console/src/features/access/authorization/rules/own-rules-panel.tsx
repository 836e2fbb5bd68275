import type { BuiltInRule } from '@brokerdeck/contract/access/authorization-rules.ts'
import { canAddress } from '@brokerdeck/contract/endpoint.ts'
import { parseAclRecord } from '@brokerdeck/languages/access-rules/rules-of-acl.ts'
import { lazy, useMemo } from 'react'
import { action, tellCount } from '#acting/action.tsx'
import { whyNoWrite } from '#api/query.ts'
import { rulePermit } from '#domain/access-words/rule-words.ts'
import { askRuleMatches } from '#features/access/access-evaluation/matches/ask-rule-matches.tsx'
import { AccessPreview } from '#features/access/access-evaluation/preview/access-preview.tsx'
import { matches } from '#features/access/messages/access-evaluation.ts'
import { rules as m, ruleImport as words } from '#features/access/messages/authorization.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { joinSentences } from '#i18n/sentences.ts'
import { askDialog } from '#kit/dialogs/dialog-store.ts'
import { type Column, useSelection } from '#kit/table/column.ts'
import { DataTable } from '#kit/table/data-table.tsx'
import type { Filter, FilterValues } from '#kit/table/filters/filter.ts'
import { FilterBar } from '#kit/table/filters/filter-bar.tsx'
import { verbatimColumn } from '#kit/table/verbatim-column.tsx'
import { visibleText } from '#lib/visible-text.ts'
import { DangerButton } from '#resource/broker-list/act-on-matching.tsx'
import { pagePaging } from '#resource/broker-list/page-paging.ts'
import { allPages, tableQuery } from '#resource/broker-list/table-query.ts'
import { useListSearch } from '#resource/broker-list/use-list-search.ts'
import type { FilterOf } from '#routes/routes.ts'
import { Button } from '#ui/button.tsx'
import type { MenuAction } from '#ui/overlays.tsx'
import { EmptyState } from '#ui/states.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import type { OwnRules, RuleOwners } from './rule-owners.ts'

/** The maximum number of rules shown in a list row; the first of a hundred rules say enough. */
const mostShown = 10

/** Returns the columns of the list. `label` names what the rules are for. */
const ownRulesColumns = (label: string): readonly Column<OwnRules, never>[] => [
  verbatimColumn('id', label, ({ id }) => id, { always: true, width: 260, phone: 'name' }),
  {
    id: 'count',
    header: m.count,
    value: ({ rules }) => rules.length,
    cell: ({ rules }) => formatNumber(rules.length),
    align: 'end',
    width: 90,
    phone: 'pair',
  },
  {
    id: 'rules',
    header: m.inWords,
    definition: m.inWordsDefinition,
    value: ({ rules }) => JSON.stringify(rules),
    cell: (row) => (row.rules.length === 0 ? m.none : <Verbatim text={inWords(row)} />),
    width: 520,
    phone: 'pair',
  },
]

interface OwnRulesPanelProps {
  readonly owners: RuleOwners
  /** The maximum number of rules of one client ID or username. */
  readonly max: number
}

const rowKey = ({ id }: OwnRules) => id

/** Lists the client IDs, or usernames, that have rules of their own. */
export function OwnRulesPanel({ owners, max }: OwnRulesPanelProps) {
  const { label, likeKey } = owners
  const columns = useMemo(() => ownRulesColumns(label), [label])
  const filters: readonly Filter<FilterOf<'accessSource'>>[] = useMemo(
    () => [{ kind: 'text', label, contains: likeKey, isMain: true, mono: true }],
    [label, likeKey],
  )
  const { place, filters: values, setPlace, setFilters } = useListSearch('accessSource', filters)
  const like = values[likeKey]
  const result = owners.usePage({ page: place.page, limit: place.limit, like })
  const selection = useSelection<OwnRules>()
  const { add, importFile, remove, rowActions } = useRuleActions(owners, max)
  const removeSelected = async (rows: readonly OwnRules[]) =>
    selection.forget((await remove(rows)).map(rowKey))
  const changeFilters = (to: FilterValues) => {
    selection.clear()
    setFilters(to)
  }
  return (
    <DataTable
      page="accessSource"
      label={owners.tableLabel}
      columns={columns}
      rowKey={rowKey}
      query={tableQuery(result, ({ data }) => data)}
      paging={pagePaging(place, result.data?.meta, setPlace)}
      selection={whyNoWrite() === undefined ? selection : undefined}
      bulkActions={(rows) => <DangerButton label={m.remove} onClick={() => void removeSelected(rows)} />}
      rowActions={rowActions}
      filters={<FilterBar filters={filters} values={values} onChange={changeFilters} />}
      actions={
        <>
          <Button size="small" disabledReason={whyNoWrite()} onClick={importFile}>
            {words.open}
          </Button>
          <Button size="small" variant="primary" disabledReason={whyNoWrite()} onClick={add}>
            {m.add}
          </Button>
        </>
      }
      exportName={owners.exportName}
      exportAll={(signal) => allPages((at) => owners.ask({ ...at, like }, signal))}
      empty={
        like === undefined ? (
          <EmptyState title={m.emptyTitle}>{owners.emptyText}</EmptyState>
        ) : (
          <EmptyState title={m.noneTitle}>{m.noneText}</EmptyState>
        )
      }
    />
  )
}

function inWords({ rules }: OwnRules): string {
  const more = rules.length - mostShown
  return [...rulePermits(rules.slice(0, mostShown)), ...(more > 0 ? [m.more(formatNumber(more))] : [])].join(
    '; ',
  )
}

/** Describes rules of the built-in database in words, in their order. */
function rulePermits(rules: readonly BuiltInRule[]): readonly string[] {
  return rules.map((rule) => {
    const read = parseAclRecord({ ...rule })
    return 'fault' in read ? rule.topic : rulePermit(read)
  })
}

const formatOwner = ({ id }: OwnRules) => visibleText(id, 80)

const OwnRulesDialog = lazy(async () => ({
  default: (await import('./own-rules-dialog.tsx')).OwnRulesDialog,
}))

const ImportRulesDialog = lazy(async () => ({
  default: (await import('#features/access/authorization/rules/import/import-rules-dialog.tsx'))
    .ImportRulesDialog,
}))

/** Returns the actions for the rules of client IDs, or of usernames. */
function useRuleActions(owners: RuleOwners, max: number) {
  const open = (before: OwnRules | undefined) =>
    void askDialog<void>((close) => (
      <OwnRulesDialog owners={owners} before={before} max={max} onClose={close} />
    ))
  const { run: remove, findDisabledReason } = action<OwnRules>(
    ({ id }, signal) => owners.remove(id, signal),
    {
      takesAway: true,
      findDisabledReason: ({ id }) => (canAddress(id) ? undefined : m.unaddressable),
      formatName: formatOwner,
      ask: (rows, only) => ({
        title: only === undefined ? tellCount(rows, m.removeMany) : m.removeTitle,
        body: (
          <>
            <p>{joinSentences(only && m.removeOne(formatOwner(only)), m.removeBody)}</p>
            <AccessPreview change={{ rules: owners.change(rows.map(({ id }) => ({ id, rules: [] }))) }} />
          </>
        ),
        size: 640,
        action: m.remove,
        interrupts: 'data',
      }),
      successMessage: (count, shown, only) =>
        only ? m.removed(formatOwner(only)) : m.removedMany(count, shown),
    },
  )
  return {
    remove,
    add: () => open(undefined),
    importFile: () =>
      void askDialog<void>((close) => <ImportRulesDialog owners={owners} max={max} onClose={close} />),
    rowActions: (row: OwnRules): readonly MenuAction[] => {
      const lockedReason = findDisabledReason(row)
      return [
        { label: lockedReason === undefined ? m.edit : m.show, onSelect: () => open(row) },
        {
          label: matches.open,
          disabledReason: row.rules.length === 0 ? m.none : undefined,
          onSelect: () => askRuleMatches(owners.asked(row)),
        },
        {
          label: `${m.remove}…`,
          danger: true,
          disabledReason: lockedReason,
          onSelect: () => void remove([row]),
        },
      ]
    },
  }
}
