import type { RuleAction } from '@brokerdeck/contract/integration/rules.ts'
import { lazy, Suspense, useMemo } from 'react'
import { outputs as m, ruleForm } from '#features/integration/rules/messages/rule-form.ts'
import { askDialog } from '#kit/dialogs/dialog-store.ts'
import { useFieldState, useFormMarks, useFormState, useFormStore } from '#kit/form/form-store.ts'
import { fieldAttribute } from '#kit/form/shell/focus-control.ts'
import { linkTo } from '#routes/routes.ts'
import { Button } from '#ui/button.tsx'
import { Menu } from '#ui/overlays.tsx'
import { Panel } from '#ui/panel.tsx'
import { EmptyState } from '#ui/states.tsx'
import { FlowItem } from './flow-item.tsx'
import { actionsIn, getFormSql } from './rule-sections.ts'

const LoopHint = lazy(async () => ({ default: (await import('./loop-hint.tsx')).LoopHint }))
const RepublishDrawer = lazy(async () => ({
  default: (await import('./republish-drawer.tsx')).RepublishDrawer,
}))
const ActionDialog = lazy(async () => ({ default: (await import('./action-dialog.tsx')).ActionDialog }))

type Republish = Extract<RuleAction, { function: 'republish' }>

const isRepublish = (action: RuleAction): action is Republish =>
  typeof action !== 'string' && action.function === 'republish'
const isConsole = (action: RuleAction) => typeof action !== 'string' && action.function === 'console'

const askRepublish = (sql: string, before?: Republish) =>
  askDialog<Republish | undefined>((answer) => (
    <RepublishDrawer sql={sql} before={before?.args} onAnswer={answer} />
  ))

/** Shows the actions for the result as a list, in which each entry is edited separately. */
export function OutputsPanel({ id }: { readonly id: string | undefined }) {
  const { value, change } = useFieldState('actions')
  const store = useFormStore()
  const typedId = useFormState(({ next }) => readText(next['id']))
  const isLocked = useFormMarks((marks) => marks.isLocked)
  const lockedReason = isLocked ? ruleForm.locked : undefined
  const actions = useMemo(() => actionsIn(value), [value])
  const become = (next: readonly RuleAction[]) => change(JSON.stringify(next, null, 2))
  const add = (made: RuleAction | undefined) => {
    if (made !== undefined) become([...actions, made])
  }
  const choices = [
    { label: m.republish, onSelect: () => void askRepublish(getFormSql(store.current())).then(add) },
    {
      label: m.console,
      disabledReason: actions.some(isConsole) ? m.consoleOnce : undefined,
      onSelect: () => add({ function: 'console' }),
    },
    {
      label: m.byId,
      onSelect: () => {
        const taken = actions.filter((one) => typeof one === 'string')
        const rule = { id: id ?? typedId, sql: getFormSql(store.current()) }
        void askDialog<string | undefined>((answer) => (
          <ActionDialog rule={rule} taken={taken} onAnswer={answer} />
        )).then(add)
      },
    },
  ]
  return (
    <Panel
      title={m.title}
      actions={
        <Menu label={m.add} actions={choices}>
          {(trigger) => (
            <Button size="small" {...trigger} disabledReason={lockedReason}>
              {m.add}
            </Button>
          )}
        </Menu>
      }
    >
      <div {...{ [fieldAttribute]: 'actions' }}>
        {actions.length === 0 ? (
          <EmptyState title={m.none}>{m.noneText}</EmptyState>
        ) : (
          <ul aria-label={m.title}>
            {keyActions(actions).map(({ key, action, at }) => (
              <OutputItem
                key={key}
                action={action}
                lockedReason={lockedReason}
                onChange={(next) => become(actions.with(at, next))}
                onRemove={() => become(actions.toSpliced(at, 1))}
              />
            ))}
          </ul>
        )}
        <Suspense>
          <LoopHint id={id ?? typedId} actions={actions} />
        </Suspense>
      </div>
    </Panel>
  )
}

interface OutputItemProps {
  readonly action: RuleAction
  readonly lockedReason: string | undefined
  readonly onChange: (next: RuleAction) => void
  readonly onRemove: () => void
}

function OutputItem({ action, lockedReason, onChange, onRemove }: OutputItemProps) {
  const store = useFormStore()
  const [kind, name] = describeAction(action)
  const called = name ?? kind
  return (
    <FlowItem
      kind={kind}
      name={name}
      to={typeof action === 'string' ? linkTo('action', { id: action }) : undefined}
      lockedReason={lockedReason}
      words={{
        edit: m.editOf(called),
        remove: m.removeOf(called),
        removeTitle: m.removeTitle(called),
        removeBody: m.removeBody,
      }}
      {...(isRepublish(action) && {
        onEdit: () =>
          void askRepublish(getFormSql(store.current()), action).then((next) => {
            if (next !== undefined) onChange(next)
          }),
      })}
      onRemove={onRemove}
    />
  )
}

function describeAction(action: RuleAction): readonly [string, string | undefined] {
  if (typeof action === 'string') return [m.action, action]
  return action.function === 'console' ? [m.console, undefined] : [m.republishTo, action.args.topic]
}

const readText = (value: unknown) => (typeof value === 'string' ? value : '')

/** Entries have no names, and the same entry may be in the list twice. */
function keyActions(actions: readonly RuleAction[]) {
  const seen = new Map<string, number>()
  return actions.map((action, at) => {
    const text = JSON.stringify(action)
    const times = (seen.get(text) ?? 0) + 1
    seen.set(text, times)
    return { key: `${text} ${times}`, action, at }
  })
}
