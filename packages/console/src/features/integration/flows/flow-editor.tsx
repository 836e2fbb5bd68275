import type { Rule } from '@brokerdeck/contract/integration/rules.ts'
import { lazy, type ReactNode, Suspense, use, useEffect, useMemo, useState } from 'react'
import { flowEditor as m } from '#features/integration/flows/messages/flow-editor.ts'
import { CreateRule } from '#features/integration/rules/form/create-rule.tsx'
import { actionsIn, getFormSql } from '#features/integration/rules/form/rule-sections.ts'
import { RuleSettings } from '#features/integration/rules/form/rule-settings.tsx'
import { MessageShelf, MessageShelfContext } from '#features/integration/rules/lab/message-shelf.ts'
import { askDialog } from '#kit/dialogs/dialog-store.ts'
import { useFormMarks, useFormState, useFormStore } from '#kit/form/form-store.ts'
import { fieldAttribute } from '#kit/form/shell/focus-control.ts'
import { Link } from '#kit/page/link.tsx'
import { visibleText } from '#lib/visible-text.ts'
import { linkTo } from '#routes/routes.ts'
import { Button } from '#ui/button.tsx'
import { Panel } from '#ui/panel.tsx'
import { EmptyState, Skeleton } from '#ui/states.tsx'
import { Verbatim, VerbatimPieces } from '#ui/verbatim.tsx'
import type { FlowCanvas as Canvas } from './flow-canvas.tsx'
import classes from './flow-editor.module.css'
import { toFlowEnd, toFlowStart } from './flow-graph.ts'
import { type FlowField, type FlowStatement, readFlow, withFilter, writeFlow } from './flow-statement.ts'
import { nodeName } from './flow-words.ts'
import { MadeHereContext, PendingBridges } from './pending-bridges.ts'

/** The form of a rule with its statement drawn as a flow: the saved result is the same rule. */
export function FlowEditor({ rule }: { readonly rule?: Rule }) {
  const [made] = useState(() => new PendingBridges())
  const [shelf] = useState(() => new MessageShelf())
  useEffect(() => () => shelf.close(), [shelf])
  const statement = <FlowParts id={rule?.id} />
  const { around } = made
  return (
    <MadeHereContext value={made}>
      <MessageShelfContext value={shelf}>
        {rule !== undefined ? (
          <RuleSettings rule={rule} statement={statement} around={around} />
        ) : (
          <CreateRule
            page="createFlow"
            statement={statement}
            around={around}
            createLabel={m.createTitle}
            then={linkTo('flows')}
          />
        )}
      </MessageShelfContext>
    </MadeHereContext>
  )
}

type CanvasPart = Parameters<typeof Canvas>[0]['columns'][number][number]
type FlowRefusal = Extract<ReturnType<typeof readFlow>, { readonly refusal: unknown }>['refusal']

const FlowWorkspace = lazy(async () => ({ default: (await import('./flow-workspace.tsx')).FlowWorkspace }))
const FieldsDrawer = lazy(async () => ({ default: (await import('./fields-drawer.tsx')).FieldsDrawer }))
const FilterDrawer = lazy(async () => ({ default: (await import('./filter-drawer.tsx')).FilterDrawer }))

/**
 * Draws the statement of the form as a flow, whose parts are edited one by one. A statement that cannot be drawn
 * stays as it is.
 */
export function FlowParts({ id }: { readonly id: string | undefined }) {
  const sql = useFormState(getFormSql)
  const read = useMemo(() => readFlow(sql), [sql])
  return 'refusal' in read ? <Refused refusal={read.refusal} id={id} /> : <Drawn flow={read.flow} />
}

function Refused({ refusal, id }: { readonly refusal: FlowRefusal; readonly id: string | undefined }) {
  const editor = id === undefined ? linkTo('createRule') : linkTo('rule', { id }, { tab: 'settings' })
  return (
    <Panel label={m.canvas}>
      <EmptyState title={m.refusedTitle} action={<Link to={editor}>{m.openRuleEditor}</Link>}>
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
  const shelf = use(MessageShelfContext)
  const actions = useFormState(({ values }) => values['actions'])
  const lockedReason = isLocked ? m.locked : undefined
  const { fields, filter } = flow
  const { columns, openings } = useMemo(() => {
    /** The current statement is read at the time of the change, because a drawer may have been open for long. */
    const become = (part: (now: FlowStatement) => FlowStatement) => {
      const sql = getFormSql(store.current())
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
      const sql = getFormSql(store.current())
      const chosen = await askDialog<string | undefined>((answer) => (
        // The drawer is rendered outside the page, so it gets the page's test messages through the context.
        <MessageShelfContext value={shelf}>
          <FilterDrawer sql={sql} flow={flow} lockedReason={lockedReason} onAnswer={answer} />
        </MessageShelfContext>
      ))
      if (chosen !== undefined) become((now) => withFilter(now, chosen))
    }
    const openings = { editFields, editFilter }
    return { columns: buildColumns(flow, actionsIn(actions), openings), openings }
  }, [flow, fields, actions, store, shelf, lockedReason])
  const [, [ownFields] = [], [ownFilter] = []] = columns
  return (
    <>
      <Suspense fallback={<Skeleton height={420} />}>
        <FlowWorkspace
          columns={columns}
          editFields={() => void openings.editFields()}
          editFilter={() => void openings.editFilter()}
          hasFilter={filter !== undefined}
          lockedReason={lockedReason}
        />
      </Suspense>
      <div className={classes['parts']} {...{ [fieldAttribute]: 'sql' }}>
        <StatementPart
          title={m.processing}
          editLabel={m.editProcessing}
          onEdit={ownFields?.onOpen}
          lockedReason={lockedReason}
        >
          <ul className={classes['texts']} aria-label={m.processing}>
            {distinct(fields.map(fieldText)).map((text) => (
              <li key={text}>
                <Verbatim text={text} mono wrap />
              </li>
            ))}
          </ul>
        </StatementPart>
        <StatementPart
          title={m.filter}
          editLabel={m.editFilter}
          onEdit={ownFilter?.onOpen}
          lockedReason={lockedReason}
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
        </StatementPart>
      </div>
    </>
  )
}

interface StatementPartProps {
  readonly title: string
  readonly editLabel: string
  readonly onEdit: (() => void) | undefined
  readonly lockedReason: string | undefined
  readonly children: ReactNode
}

/** Shows one part of the statement, with a button that opens its drawer. */
function StatementPart({ title, editLabel, onEdit, lockedReason, children }: StatementPartProps) {
  return (
    <Panel
      title={title}
      actions={
        <Button size="small" disabledReason={lockedReason} aria-label={editLabel} onClick={onEdit}>
          {m.edit}
        </Button>
      }
    >
      {children}
    </Panel>
  )
}

/** The maximum number of characters shown of a condition; the drawer that edits it shows the whole condition. */
const mostShown = 2000

const fieldText = ({ value, alias }: FlowField) => (alias === '' ? value : `${value} → ${alias}`)
const distinct = (texts: readonly string[]) => [...new Set(texts)]

interface Openings {
  readonly editFields: () => Promise<void>
  readonly editFilter: () => Promise<void>
}

/** Moves the focus to the list below in which sources or actions are edited. */
const goTo = (path: 'sources' | 'actions') => () => {
  const list = document.querySelector<HTMLElement>(`[data-ends="${path}"] button`)
  list?.focus()
}

function buildColumns(
  { fields, sources, filter }: FlowStatement,
  actions: ReturnType<typeof actionsIn>,
  { editFields, editFilter }: Openings,
): readonly (readonly CanvasPart[])[] {
  const isAll = fields.every(({ value }) => value === '*')
  const ends = new Map(actions.map((action) => [toFlowEnd(action).id, toFlowEnd(action)]))
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
      const { id, kind, name } = toFlowStart(source)
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
