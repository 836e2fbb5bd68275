import { parseStatement } from '@brokerdeck/languages/rule-sql/parse-statement.ts'
import { rewriteFrom } from '@brokerdeck/languages/rule-sql/rewrite-from.ts'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, lazy, Suspense, use } from 'react'
import { readSummaries } from '#domain/bridge/read-summaries.ts'
import type { RuleBehind } from '#features/integration/bridges/form/sample-help.ts'
import type { NewBridge } from '#features/integration/bridges/new-bridge-drawer.tsx'
import { flowEditor, flowWorkspace as m } from '#features/integration/flows/messages/flow-editor.ts'
import { actionsIn, freshStatement, getFormSql } from '#features/integration/rules/form/rule-sections.ts'
import { outputs } from '#features/integration/rules/messages/rule-form.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { askDialog } from '#kit/dialogs/dialog-store.ts'
import { useFormState, useFormStore } from '#kit/form/form-store.ts'
import type { flowDrawings } from './flow-drawings.ts'
import { MadeHereContext, toMadeId } from './pending-bridges.ts'

const InputDialog = lazy(async () => ({
  default: (await import('#features/integration/rules/form/input-dialog.tsx')).InputDialog,
}))
const RepublishDrawer = lazy(async () => ({
  default: (await import('#features/integration/rules/form/republish-drawer.tsx')).RepublishDrawer,
}))
const ActionDialog = lazy(async () => ({
  default: (await import('#features/integration/rules/form/action-dialog.tsx')).ActionDialog,
}))
const NewBridgeDrawer = lazy(async () => ({
  default: (await import('#features/integration/bridges/new-bridge-drawer.tsx')).NewBridgeDrawer,
}))

type InputKind = NonNullable<ComponentProps<typeof InputDialog>['kind']>
type Action = ReturnType<typeof actionsIn>[number]

export interface PaletteItem {
  readonly id: string
  readonly label: string
  readonly kind: keyof typeof flowDrawings
  /** The number of choices, which may be an estimate. */
  readonly count?: string | undefined
  readonly disabledReason?: string | undefined
  readonly onAdd: () => void
}

export interface PaletteGroup {
  readonly title: string
  readonly items: readonly PaletteItem[]
}

interface PaletteParts {
  readonly editFields: () => void
  readonly editFilter: () => void
  readonly hasFilter: boolean
  readonly lockedReason: string | undefined
}

/** Returns everything that can be added to the flow, based on the state of the flow at the time of adding. */
export function usePalette({ editFields, editFilter, hasFilter, lockedReason }: PaletteParts) {
  const store = useFormStore()
  const made = use(MadeHereContext)
  const { actions: allActions, sources: allSources } = usePaletteBridges()
  const actions = useFormState(({ values }) => values['actions'])
  const sql = useFormState(getFormSql)
  const hasConsole = actionsIn(actions).some(isConsole)
  const addSource = (name: string | undefined) => {
    const sql = getFormSql(store.current())
    const isUntouched = store.current().marks.isNew && sql === freshStatement
    // The default source of a new flow was not chosen by the user, so the first added source replaces it.
    const before = isUntouched ? [] : sourcesIn(sql)
    const text = name === undefined ? undefined : rewriteFrom(sql, [...before, name])
    if (text !== undefined) store.change('sql', text)
  }
  const addAction = (action: Action | undefined) => {
    const now = actionsIn(store.current().values['actions'])
    if (action !== undefined) store.change('actions', JSON.stringify([...now, action], null, 2))
  }
  const askSource = async (kind: InputKind) => {
    const isWritable = (name: string) =>
      sourcesIn(rewriteFrom(getFormSql(store.current()), [name]) ?? '')[0] === name
    const others = sourcesIn(getFormSql(store.current()))
    addSource(
      await askDialog<string | undefined>((answer) => (
        <Suspense fallback={null}>
          <InputDialog
            before={undefined}
            kind={kind}
            others={others}
            isWritable={isWritable}
            onAnswer={answer}
          />
        </Suspense>
      )),
    )
  }
  const ruleNow = (): RuleBehind => {
    const { next } = store.current()
    return { id: String(next['id'] ?? ''), sql: getFormSql(store.current()) }
  }
  const askNew = async (kind: NewBridge['kind']) => {
    if (made === undefined) return
    const rules = [ruleNow()]
    const later = { label: m.addToFlow, isTaken: (id: string) => made.isTaken(id) }
    const one = await askDialog<NewBridge | undefined>((answer) => (
      <Suspense fallback={null}>
        <NewBridgeDrawer kind={kind} rules={rules} later={later} onAnswer={answer} />
      </Suspense>
    ))
    if (one === undefined) return
    made.add(one)
    if (kind === 'action') addAction(toMadeId(one))
    else addSource(`$bridges/${toMadeId(one)}`)
  }
  const askRepublish = async () =>
    addAction(
      await askDialog<Action | undefined>((answer) => (
        <Suspense fallback={null}>
          <RepublishDrawer sql={getFormSql(store.current())} before={undefined} onAnswer={answer} />
        </Suspense>
      )),
    )
  const askAction = async () => {
    const taken = actionsIn(store.current().values['actions']).filter((one) => typeof one === 'string')
    addAction(
      await askDialog<string | undefined>((answer) => (
        <Suspense fallback={null}>
          <ActionDialog rule={ruleNow()} taken={taken} onAnswer={answer} />
        </Suspense>
      )),
    )
  }
  const item = (
    id: string,
    label: string,
    kind: PaletteItem['kind'],
    onAdd: () => void,
    { why, count }: { readonly why?: string | undefined; readonly count?: string | undefined } = {},
  ): PaletteItem => ({ id, label, kind, onAdd, count, disabledReason: lockedReason ?? why })
  const formatCount = (all: readonly unknown[] | undefined) => all && formatNumber(all.length)
  const groups: readonly PaletteGroup[] = [
    {
      title: m.sources,
      items: [
        item('message', m.addMessages, 'topic', () => void askSource('message')),
        item('event', m.addEvents, 'event', () => void askSource('event')),
        item('source', m.existingSource, 'source', () => void askSource('source'), {
          count: formatCount(allSources),
        }),
        item('new-source', m.newSource, 'source', () => void askNew('source')),
      ],
    },
    {
      title: m.processingGroup,
      items: [
        item('fields', flowEditor.processing, 'rule', editFields, { count: m.atMostOne }),
        item('filter', flowEditor.filter, 'filter', editFilter, {
          why: hasFilter ? m.oneFilter : undefined,
          count: m.atMostOne,
        }),
      ],
    },
    {
      title: m.sinks,
      items: [
        item('republish', outputs.republish, 'republish', () => void askRepublish()),
        item('console', outputs.console, 'console', () => addAction({ function: 'console' }), {
          why: hasConsole ? m.oneConsole : undefined,
          count: m.atMostOne,
        }),
        item('action', m.existingAction, 'action', () => void askAction(), {
          count: formatCount(allActions),
        }),
        item('new-action', m.newAction, 'action', () => void askNew('action')),
      ],
    },
  ]
  /** Returns entries for the actions and sources of the broker, to be searched by name. */
  const listNamed = (): readonly PaletteItem[] => {
    const [to, from] = [actionsIn(actions), sourcesIn(sql)]
    const why = (isUsed: boolean) => ({ why: isUsed ? m.used : undefined })
    return [
      ...(allSources ?? []).map(toMadeId).map((id) => {
        const isUsed = from.some((name) => name === `$bridges/${id}` || name === `$sources/${id}`)
        return item(`source ${id}`, id, 'source', () => addSource(`$bridges/${id}`), why(isUsed))
      }),
      ...(allActions ?? [])
        .map(toMadeId)
        .map((id) => item(`action ${id}`, id, 'action', () => addAction(id), why(to.includes(id)))),
    ]
  }
  return { groups, named: listNamed }
}

/** Returns the actions and sources of the broker that can be added; undefined until they are known. */
export function usePaletteBridges() {
  const { data: actions } = useQuery(readSummaries('action'))
  const { data: sources } = useQuery(readSummaries('source'))
  return { actions, sources }
}

const isConsole = (action: Action) => typeof action !== 'string' && action.function === 'console'

function sourcesIn(sql: string): readonly string[] {
  const parsed = parseStatement(sql)
  return 'fault' in parsed ? [] : parsed.statement.sources.map(({ name }) => name)
}
