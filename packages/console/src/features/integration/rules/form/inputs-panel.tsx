import { parseStatement } from '@brokerdeck/languages/rule-sql/parse-statement.ts'
import { rewriteFrom } from '@brokerdeck/languages/rule-sql/rewrite-from.ts'
import { lazy, useMemo } from 'react'
import { inputKinds, inputs as m, ruleForm } from '#features/integration/rules/messages/rule-form.ts'
import { askDialog } from '#kit/dialogs/dialog-store.ts'
import { useFormMarks, useFormState, useFormStore } from '#kit/form/form-store.ts'
import { linkTo } from '#routes/routes.ts'
import { Button } from '#ui/button.tsx'
import { Panel } from '#ui/panel.tsx'
import { FlowItem } from './flow-item.tsx'
import classes from './rule-form.module.css'
import { getFormSql, inputKind } from './rule-sections.ts'
import { useSettledStatement } from './use-settled-statement.ts'

const InputDialog = lazy(async () => ({ default: (await import('./input-dialog.tsx')).InputDialog }))

/** The maximum number of sources shown; the statement contains all of them. */
const mostShown = 50

function isTooLong(sql: string): boolean {
  const parsed = parseStatement(sql)
  return 'fault' in parsed && parsed.fault.kind === 'length'
}

/** Shows the sources of the rule's messages and events: they are read from FROM, and written only there. */
export function InputsPanel() {
  const store = useFormStore()
  const typed = useFormState(getFormSql)
  const shown = useSettledStatement(typed)
  const isLocked = useFormMarks((marks) => marks.isLocked)
  const names = useMemo(() => sourcesIn(shown), [shown])
  const whyUnread = isTooLong(shown) ? m.tooLong : m.unread
  const lockedReason = isLocked ? ruleForm.locked : names === undefined ? whyUnread : undefined
  /**
   * Changes the statement as it stands at that time: the panel may lag behind it, and a dialog may be open for long.
   */
  const become = (next: (now: readonly string[]) => readonly string[]) => {
    const sql = getFormSql(store.current())
    const text = rewriteFrom(sql, next(sourcesIn(sql) ?? []))
    if (text !== undefined) store.change('sql', text)
  }
  const ask = async (others: readonly string[], before?: string) => {
    const isWritable = (name: string) =>
      sourcesIn(rewriteFrom(getFormSql(store.current()), [name]) ?? '')?.[0] === name
    return askDialog<string | undefined>((answer) => (
      <InputDialog before={before} others={others} isWritable={isWritable} onAnswer={answer} />
    ))
  }
  const add = async () => {
    const name = await ask(names ?? [])
    if (name !== undefined) become((now) => [...now, name])
  }
  const edit = async (known: readonly string[], at: number, before: string) => {
    const name = await ask(known.toSpliced(at, 1), before)
    if (name !== undefined)
      become((now) => now.map((one, index) => (index === findPlace(now, before, at) ? name : one)))
  }
  return (
    <Panel
      title={m.title}
      isBehind={shown !== typed}
      actions={
        <Button size="small" disabledReason={lockedReason} onClick={() => void add()}>
          {m.add}
        </Button>
      }
    >
      {names === undefined ? (
        <p className={classes['note']}>{whyUnread}</p>
      ) : (
        <ul aria-label={m.title}>
          {names.slice(0, mostShown).map((name, at) => (
            <FlowItem
              // FROM may contain the same source twice.
              key={`${name} ${names.indexOf(name) === at ? '' : at}`}
              kind={inputKinds[inputKind(name)]}
              name={name}
              to={
                name.startsWith('$bridges/')
                  ? linkTo('source', { id: name.slice('$bridges/'.length) })
                  : undefined
              }
              lockedReason={lockedReason}
              whyNotRemove={names.length === 1 ? m.onlyOne : undefined}
              words={{
                edit: m.editOf(name),
                remove: m.removeOf(name),
                removeTitle: m.removeTitle(name),
                removeBody: m.removeBody,
              }}
              onEdit={() => void edit(names, at, name)}
              onRemove={() => become((now) => now.filter((_, index) => index !== findPlace(now, name, at)))}
            />
          ))}
        </ul>
      )}
      {names !== undefined && names.length > mostShown && (
        <p className={classes['note']}>{m.notShown(names.length - mostShown)}</p>
      )}
    </Panel>
  )
}

/** Returns the position of a name that stood at `at`: FROM may contain the same source twice. */
const findPlace = (names: readonly string[], name: string, at: number) =>
  names[at] === name ? at : names.indexOf(name)

/** Returns undefined if the sources in FROM cannot be read or rewritten. */
function sourcesIn(sql: string): readonly string[] | undefined {
  const parsed = parseStatement(sql)
  if ('fault' in parsed || rewriteFrom(sql, ['t']) === undefined) return undefined
  return parsed.statement.sources.map(({ name }) => name)
}
