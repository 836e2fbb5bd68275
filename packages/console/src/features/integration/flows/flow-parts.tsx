import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useMemo } from 'react'
import { askDialog } from '#kit/dialogs/dialog-store.ts'
import { useFormMarks, useFormState, useFormStore } from '#kit/form/form-store.ts'
import { fieldAttribute } from '#kit/form/shell/focus-control.ts'
import { visibleText } from '#lib/visible-text.ts'
import { integration } from '#routes/integration-routes.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Panel } from '#ui/panel.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Verbatim, VerbatimPieces } from '#ui/verbatim.tsx'
import { flowEditor as m } from '../messages/flow-editor.ts'
import { actionsIn, sqlOf } from '../rule-form/rule-sections.ts'
import type { FlowCanvas as Canvas } from './flow-canvas.tsx'
import classes from './flow-editor.module.css'
import { endOf, startOf } from './flow-graph.ts'
import { type FlowField, type FlowStatement, readFlow, writeFlow } from './flow-statement.ts'
import { nodeName, ruleAddress } from './flow-words.ts'

type CanvasPart = Parameters<typeof Canvas>[0]['columns'][number][number]
type FlowRefusal = Extract<ReturnType<typeof readFlow>, { readonly refusal: unknown }>['refusal']

const FlowDesk = lazy(async () => ({ default: (await import('./flow-desk.tsx')).FlowDesk }))
const FieldsDrawer = lazy(async () => ({ default: (await import('./fields-drawer.tsx')).FieldsDrawer }))
const FilterDrawer = lazy(async () => ({ default: (await import('./filter-drawer.tsx')).FilterDrawer }))

/** The statement of the form as a flow: drawn, and its parts edited one by one. What can't be shown so stays as it is. */
export function FlowParts({ id }: { readonly id: string | undefined }) {
  const sql = useFormState(sqlOf)
  const read = useMemo(() => readFlow(sql), [sql])
  return 'refusal' in read ? <Refused refusal={read.refusal} id={id} /> : <Drawn flow={read.flow} />
}

function Refused({ refusal, id }: { readonly refusal: FlowRefusal; readonly id: string | undefined }) {
  const { to, search } =
    id === undefined ? { to: integration.routes.createRule.path, search: {} } : ruleAddress(id)
  return (
    <Panel label={m.canvas}>
      <EmptyState
        title={m.refusedTitle}
        action={
          <Link to={to} search={id === undefined ? search : { tab: 'settings' }}>
            {m.openRuleEditor}
          </Link>
        }
      >
        <p>
          {m[refusal.kind]} {m.refusedKept}
        </p>
        {refusal.text !== '' && (
          <p>
            {m.refusedPart}: <Verbatim text={refusal.text} mono wrap />
          </p>
        )}
      </EmptyState>
    </Panel>
  )
}

function Drawn({ flow }: { readonly flow: FlowStatement }) {
  const store = useFormStore()
  const isLocked = useFormMarks((marks) => marks.isLocked)
  const actions = useFormState(({ values }) => values['actions'])
  const lockedReason = isLocked ? m.locked : undefined
  const { fields, filter } = flow
  const { columns, openings } = useMemo(() => {
    /** The form is asked when it happens: a drawer is open for long. */
    const become = (part: (now: FlowStatement) => FlowStatement) => {
      const sql = sqlOf(store.current())
      const now = readFlow(sql)
      const next = 'flow' in now ? writeFlow(sql, part(now.flow)) : undefined
      if (next !== undefined) store.change('sql', next)
    }
    const editFields = async () => {
      const chosen = await askDialog<readonly FlowField[] | undefined>((answer) => (
        <FieldsDrawer before={fields} lockedReason={lockedReason} onAnswer={answer} />
      ))
      if (chosen !== undefined) become((now) => ({ ...now, fields: chosen }))
    }
    const editFilter = async () => {
      const chosen = await askDialog<string | undefined>((answer) => (
        <FilterDrawer before={filter ?? ''} lockedReason={lockedReason} onAnswer={answer} />
      ))
      if (chosen !== undefined) become((now) => ({ ...now, filter: chosen === '' ? undefined : chosen }))
    }
    const openings = { editFields, editFilter }
    return { columns: columnsOf(flow, actionsIn(actions), openings), openings }
  }, [flow, fields, filter, actions, store, lockedReason])
  const [, [ownFields] = [], [ownFilter] = []] = columns
  return (
    <>
      <Suspense fallback={<Skeleton height={420} />}>
        <FlowDesk
          columns={columns}
          editFields={() => void openings.editFields()}
          editFilter={() => void openings.editFilter()}
          hasFilter={filter !== undefined}
          lockedReason={lockedReason}
        />
      </Suspense>
      <div className={classes['parts']} {...{ [fieldAttribute]: 'sql' }}>
        <Panel
          title={m.processing}
          actions={
            <Button
              size="small"
              disabledReason={lockedReason}
              aria-label={m.editProcessing}
              onClick={ownFields?.onOpen}
            >
              {m.edit}
            </Button>
          }
        >
          <ul className={classes['texts']} aria-label={m.processing}>
            {distinct(fields.map(fieldText)).map((text) => (
              <li key={text}>
                <Verbatim text={text} mono wrap />
              </li>
            ))}
          </ul>
        </Panel>
        <Panel
          title={m.filter}
          actions={
            <Button
              size="small"
              disabledReason={lockedReason}
              aria-label={m.editFilter}
              onClick={ownFilter?.onOpen}
            >
              {m.edit}
            </Button>
          }
        >
          <p className={classes['text']}>
            {filter === undefined ? (
              m.noFilter
            ) : (
              <code>
                <VerbatimPieces text={filter} limit={mostShown} keepLines />
              </code>
            )}
          </p>
        </Panel>
      </div>
    </>
  )
}

/** Of a condition; all of it stands where it is edited. */
const mostShown = 2000

const fieldText = ({ value, alias }: FlowField) => (alias === '' ? value : `${value} → ${alias}`)
const distinct = (texts: readonly string[]) => [...new Set(texts)]

interface Openings {
  readonly editFields: () => Promise<void>
  readonly editFilter: () => Promise<void>
}

/** Where sources and actions are edited, in the lists below. */
const goTo = (path: 'sources' | 'actions') => () => {
  const list = document.querySelector<HTMLElement>(`[data-ends="${path}"] button`)
  list?.focus()
}

function columnsOf(
  { fields, sources, filter }: FlowStatement,
  actions: ReturnType<typeof actionsIn>,
  { editFields, editFilter }: Openings,
): readonly (readonly CanvasPart[])[] {
  const isAll = fields.every(({ value }) => value === '*')
  const ends = new Map(actions.map((action) => [endOf(action).id, endOf(action)]))
  const sinks = [...ends.values()].map(
    ({ id, kind, name }): CanvasPart => ({
      id,
      kind,
      name: nodeName({ kind, name }),
      note: '',
      onOpen: goTo('actions'),
    }),
  )
  return [
    distinct(sources).map((source): CanvasPart => {
      const { id, kind, name } = startOf(source)
      return { id, kind, name, note: '', onOpen: goTo('sources') }
    }),
    [
      {
        id: 'fields',
        kind: 'rule',
        name: m.processing,
        note: isAll
          ? m.everything
          : visibleText(fields.map(({ value, alias }) => alias || value).join(', '), 120),
        onOpen: () => void editFields(),
      },
    ],
    [
      {
        id: 'filter',
        kind: 'filter',
        name: filter === undefined ? m.noFilter : filter.replaceAll(/\s+/g, ' '),
        note: m.filter,
        onOpen: () => void editFilter(),
      },
    ],
    sinks,
  ]
}
