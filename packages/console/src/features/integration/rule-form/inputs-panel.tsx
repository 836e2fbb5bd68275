import { parseStatement } from '@brokerdeck/contract/rule-sql/parse-statement.ts'
import { rewriteFrom } from '@brokerdeck/contract/rule-sql/rewrite-from.ts'
import { lazy, useDeferredValue, useMemo } from 'react'
import { askDialog } from '#kit/dialogs/dialog-store.ts'
import { useFormMarks } from '#kit/form/form-store.ts'
import { useFieldState } from '#kit/form/use-field-state.ts'
import { Button } from '#ui/button.tsx'
import { Panel } from '#ui/panel.tsx'
import { inputKinds, inputs as m, ruleForm } from '../messages/rule-form.ts'
import { FlowItem } from './flow-item.tsx'
import classes from './rule-form.module.css'
import { inputKind } from './rule-sections.ts'

const InputDialog = lazy(async () => ({ default: (await import('./input-dialog.tsx')).InputDialog }))

/** Where the rule takes its messages and events from: read from FROM, and written only there. */
export function InputsPanel() {
  const { value, change } = useFieldState('sql')
  const isLocked = useFormMarks((marks) => marks.isLocked)
  const sql = typeof value === 'string' ? value : ''
  const settled = useDeferredValue(sql)
  const names = useMemo(() => sourcesIn(settled), [settled])
  const lockedReason = isLocked ? ruleForm.locked : names === undefined ? m.unread : undefined
  const become = (next: readonly string[]) => {
    const text = rewriteFrom(sql, next)
    if (text !== undefined) change(text)
  }
  const ask = async (known: readonly string[], at?: number) => {
    const others = known.filter((_, index) => index !== at)
    const before = at === undefined ? undefined : known[at]
    const isWritable = (name: string) => sourcesIn(rewriteFrom(sql, [name]) ?? '')?.[0] === name
    const name = await askDialog<string | undefined>((answer) => (
      <InputDialog before={before} others={others} isWritable={isWritable} onAnswer={answer} />
    ))
    if (name !== undefined) become(at === undefined ? [...known, name] : known.with(at, name))
  }
  return (
    <Panel
      title={m.title}
      actions={
        <Button size="small" disabledReason={lockedReason} onClick={() => void ask(names ?? [])}>
          {m.add}
        </Button>
      }
    >
      {names === undefined ? (
        <p className={classes['note']}>{m.unread}</p>
      ) : (
        <ul aria-label={m.title}>
          {names.map((name, at) => (
            <FlowItem
              // The same source may stand there twice.
              key={`${name} ${names.indexOf(name) === at ? '' : at}`}
              kind={inputKinds[inputKind(name)]}
              name={name}
              lockedReason={lockedReason}
              whyNotRemove={names.length === 1 ? m.onlyOne : undefined}
              words={{
                edit: m.editOf(name),
                remove: m.removeOf(name),
                removeTitle: m.removeTitle(name),
                removeBody: m.removeBody,
              }}
              onEdit={() => void ask(names, at)}
              onRemove={() => become(names.toSpliced(at, 1))}
            />
          ))}
        </ul>
      )}
    </Panel>
  )
}

/** Undefined where it cannot be said what stands in FROM, or not be written there. */
function sourcesIn(sql: string): readonly string[] | undefined {
  const parsed = parseStatement(sql)
  if ('fault' in parsed || rewriteFrom(sql, ['t']) === undefined) return undefined
  return parsed.statement.sources.map(({ name }) => name)
}
