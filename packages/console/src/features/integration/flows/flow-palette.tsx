import { parseStatement } from '@brokerdeck/contract/rule-sql/parse-statement.ts'
import { rewriteFrom } from '@brokerdeck/contract/rule-sql/rewrite-from.ts'
import { type ComponentProps, lazy, Suspense, use } from 'react'
import { askDialog } from '#kit/dialogs/dialog-store.ts'
import { useFormState, useFormStore } from '#kit/form/form-store.ts'
import { Button } from '#ui/button.tsx'
import { LineIcon } from '#ui/line-icon.tsx'
import { Panel } from '#ui/panel.tsx'
import { useIsPhone } from '#ui/use-is-phone.ts'
import type { RuleBehind } from '../bridge-form/sample-help.ts'
import type { NewBridge } from '../bridges/new-bridge-drawer.tsx'
import { flowEditor as m } from '../messages/flow-editor.ts'
import { outputs } from '../messages/rule-form.ts'
import { actionsIn, sqlOf } from '../rule-form/rule-sections.ts'
import { flowDrawings } from './flow-drawings.ts'
import classes from './flow-editor.module.css'
import { MadeHereContext, madeId } from './made-here.ts'

const InputDialog = lazy(async () => ({
  default: (await import('../rule-form/input-dialog.tsx')).InputDialog,
}))
const RepublishDrawer = lazy(async () => ({
  default: (await import('../rule-form/republish-drawer.tsx')).RepublishDrawer,
}))
const ActionDialog = lazy(async () => ({
  default: (await import('../rule-form/action-dialog.tsx')).ActionDialog,
}))
const NewBridgeDrawer = lazy(async () => ({
  default: (await import('../bridges/new-bridge-drawer.tsx')).NewBridgeDrawer,
}))

type InputKind = NonNullable<ComponentProps<typeof InputDialog>['kind']>
type Action = ReturnType<typeof actionsIn>[number]

export interface PaletteItem {
  readonly id: string
  readonly label: string
  readonly kind: keyof typeof flowDrawings
  readonly disabledReason?: string | undefined
  readonly onAdd: () => void
}

interface PaletteGroup {
  readonly title: string
  readonly items: readonly PaletteItem[]
}

interface PaletteParts {
  readonly editFields: () => void
  readonly editFilter: () => void
  readonly hasFilter: boolean
  readonly lockedReason: string | undefined
}

/** All that can be added to the flow, as it stands when it is added. */
export function usePalette({ editFields, editFilter, hasFilter, lockedReason }: PaletteParts) {
  const store = useFormStore()
  const made = use(MadeHereContext)
  const hasConsole = useFormState(({ values }) => actionsIn(values['actions']).some(isConsole))
  const addSource = (name: string | undefined) => {
    const sql = sqlOf(store.current())
    const text = name === undefined ? undefined : rewriteFrom(sql, [...sourcesIn(sql), name])
    if (text !== undefined) store.change('sql', text)
  }
  const addAction = (action: Action | undefined) => {
    const now = actionsIn(store.current().values['actions'])
    if (action !== undefined) store.change('actions', JSON.stringify([...now, action], null, 2))
  }
  const askSource = async (kind: InputKind) => {
    const isWritable = (name: string) =>
      sourcesIn(rewriteFrom(sqlOf(store.current()), [name]) ?? '')[0] === name
    const others = sourcesIn(sqlOf(store.current()))
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
    return { id: String(next['id'] ?? ''), sql: sqlOf(store.current()) }
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
    if (kind === 'action') addAction(madeId(one))
    else addSource(`$bridges/${madeId(one)}`)
  }
  const askRepublish = async () =>
    addAction(
      await askDialog<Action | undefined>((answer) => (
        <Suspense fallback={null}>
          <RepublishDrawer before={undefined} onAnswer={answer} />
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
  const item = (id: string, label: string, kind: PaletteItem['kind'], onAdd: () => void, why?: string) => ({
    ...{ id, label, kind, onAdd },
    disabledReason: lockedReason ?? why,
  })
  const groups: readonly PaletteGroup[] = [
    {
      title: m.sources,
      items: [
        item('message', m.addMessages, 'topic', () => void askSource('message')),
        item('event', m.addEvents, 'event', () => void askSource('event')),
        item('source', m.existingSource, 'source', () => void askSource('source')),
        item('new-source', m.newSource, 'source', () => void askNew('source')),
      ],
    },
    {
      title: m.processingGroup,
      items: [
        item('fields', m.processing, 'rule', editFields),
        item('filter', m.filter, 'filter', editFilter, hasFilter ? m.oneFilter : undefined),
      ],
    },
    {
      title: m.sinks,
      items: [
        item('republish', outputs.republish, 'republish', () => void askRepublish()),
        item(
          'console',
          outputs.console,
          'console',
          () => addAction({ function: 'console' }),
          hasConsole ? m.oneConsole : undefined,
        ),
        item('action', m.existingAction, 'action', () => void askAction()),
        item('new-action', m.newAction, 'action', () => void askNew('action')),
      ],
    },
  ]
  return groups
}

const isConsole = (action: Action) => typeof action !== 'string' && action.function === 'console'

/** Dragged onto the drawing, or pressed. */
export const paletteMedium = 'text/x-flow-node'

export function FlowPalette({ groups }: { readonly groups: readonly PaletteGroup[] }) {
  const isPhone = useIsPhone()
  return (
    <Panel title={m.add} {...(isPhone ? {} : { caption: m.addHelp })}>
      <div className={classes['palette']}>
        {groups.map(({ title, items }) => (
          <section key={title} aria-label={title} className={classes['palette-group']}>
            <h3 className={classes['group-title']}>{title}</h3>
            <ul>
              {items.map(({ id, label, kind, disabledReason, onAdd }) => (
                <li
                  key={id}
                  draggable={disabledReason === undefined}
                  onDragStart={({ dataTransfer }) => dataTransfer.setData(paletteMedium, id)}
                >
                  <Button
                    size="small"
                    variant="quiet"
                    icon={<LineIcon drawing={flowDrawings[kind]} />}
                    disabledReason={disabledReason}
                    onClick={onAdd}
                  >
                    {label}
                  </Button>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Panel>
  )
}

function sourcesIn(sql: string): readonly string[] {
  const parsed = parseStatement(sql)
  return 'fault' in parsed ? [] : parsed.statement.sources.map(({ name }) => name)
}
