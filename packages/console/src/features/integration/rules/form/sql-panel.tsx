import type { RuleAction } from '@brokerdeck/contract/integration/rules.ts'
import { type CatalogueEntry, callTemplate } from '@brokerdeck/languages/rule-sql/function-catalogue.ts'
import { lazy, Suspense, useId, useRef, useState } from 'react'
import { RuleSqlEditor } from '#features/integration/rules/editor/rule-sql-editor.tsx'
import type { Tried } from '#features/integration/rules/editor/value-gutter.ts'
import { ruleForm as m } from '#features/integration/rules/messages/rule-form.ts'
import { templates as words } from '#features/integration/rules/messages/rule-templates.ts'
import type { RuleTemplate } from '#features/integration/rules/templates/rule-templates.ts'
import type { CodeInput } from '#kit/code-editor/code-editor.tsx'
import { confirm } from '#kit/dialogs/confirm.tsx'
import { askDialog } from '#kit/dialogs/dialog-store.ts'
import { useFieldState, useFormMarks } from '#kit/form/form-store.ts'
import { fieldAttribute } from '#kit/form/shell/focus-control.ts'
import { Button } from '#ui/button.tsx'
import { FieldFault } from '#ui/labelled-field.tsx'
import { Tag } from '#ui/marks.tsx'
import { Panel } from '#ui/panel.tsx'
import classes from './rule-form.module.css'
import { actionsIn, freshStatement } from './rule-sections.ts'

const ColumnList = lazy(async () => ({ default: (await import('./column-list.tsx')).ColumnList }))
const FunctionsDrawer = lazy(async () => ({
  default: (await import('#features/integration/rules/functions/functions-drawer.tsx')).FunctionsDrawer,
}))
const TemplatesDrawer = lazy(async () => ({
  default: (await import('#features/integration/rules/templates/templates-drawer.tsx')).TemplatesDrawer,
}))

interface SqlPanelProps {
  readonly tried: Tried | undefined
  /** Receives the message that came with a template: a new object each time a template is chosen. */
  readonly onSample: (message: object) => void
}

/** Edits the statement, which is typed or inserted from a template. */
export function SqlPanel({ tried, onSample }: SqlPanelProps) {
  const { value, change } = useFieldState('sql')
  const isLocked = useFormMarks((marks) => marks.isLocked)
  const isNew = useFormMarks((marks) => marks.isNew)
  const fault = useFormMarks(({ faultAt }) => faultAt.get('sql'))
  const id = useId()
  const sql = typeof value === 'string' ? value : ''
  const code = useRef<CodeInput>(null)
  const insertFunction = async () => {
    const chosen = await askDialog<CatalogueEntry | undefined>((answer) => (
      <FunctionsDrawer onAnswer={answer} />
    ))
    if (chosen !== undefined) code.current?.insert(callTemplate(chosen))
  }
  return (
    <Panel
      title={m.sql}
      caption={tried?.columns !== undefined && <Computed />}
      actions={
        <>
          <Button
            size="small"
            disabledReason={isLocked ? m.locked : undefined}
            onClick={() => void insertFunction()}
          >
            {m.functions}
          </Button>
          <Templates sql={sql} onChange={change} onSample={onSample} />
        </>
      }
    >
      <div className={classes['sql']}>
        <div {...{ [fieldAttribute]: 'sql' }}>
          <RuleSqlEditor
            ref={code}
            label={m.sql}
            faultId={fault === undefined ? undefined : id}
            value={sql}
            tried={tried}
            isFresh={isNew && sql === freshStatement}
            isReadOnly={isLocked}
            onChange={change}
          />
          {fault !== undefined && (
            <div className={classes['fault']}>
              <FieldFault id={id}>{fault}</FieldFault>
            </div>
          )}
        </div>
        <Suspense fallback={<div className={classes['coming']} />}>
          <ColumnList
            sql={sql}
            lockedReason={isLocked ? m.locked : undefined}
            onInsert={(name) => code.current?.insert(name)}
          />
        </Suspense>
      </div>
    </Panel>
  )
}

/** The label of the values beside the statement; hidden where there is no room for values. */
function Computed() {
  return (
    <span className={classes['computed']}>
      <Tag>{m.valuesHere}</Tag>
    </span>
  )
}

interface TemplatesProps {
  readonly sql: string
  readonly onChange: (sql: string) => void
  readonly onSample: SqlPanelProps['onSample']
}

interface Inserted {
  /** The statement that the template inserted: once the user has edited it, undoing would lose the edits. */
  readonly sql: string
  readonly before: { readonly sql: string; readonly actions: unknown }
}

function Templates({ sql, onChange, onSample }: TemplatesProps) {
  const outputs = useFieldState('actions')
  const isLocked = useFormMarks((marks) => marks.isLocked)
  const [inserted, setInserted] = useState<Inserted>()
  const insert = async () => {
    const chosen = await askDialog<RuleTemplate | undefined>((answer) => (
      <TemplatesDrawer onAnswer={answer} />
    ))
    if (chosen === undefined) return
    const isTyped = sql.trim() !== '' && sql !== freshStatement && sql !== chosen.sql
    const { replaceTitle: title, replaceBody: body, replace: action } = words
    if (isTyped && !(await confirm({ title, body, action, interrupts: 'nothing' }))) return
    const actions = actionsIn(outputs.value)
    setInserted({ sql: chosen.sql, before: { sql, actions } })
    onChange(chosen.sql)
    onSample({ ...chosen.sample })
    outputs.change(JSON.stringify(withOutputs(actions, chosen.actions), null, 2))
  }
  const takeBack = (before: Inserted['before']) => {
    onChange(before.sql)
    outputs.change(JSON.stringify(before.actions, null, 2))
    setInserted(undefined)
  }
  return (
    <>
      {inserted?.sql === sql && (
        <Button size="small" variant="quiet" onClick={() => takeBack(inserted.before)}>
          {words.undo}
        </Button>
      )}
      <Button size="small" disabledReason={isLocked ? m.locked : undefined} onClick={() => void insert()}>
        {words.open}
      </Button>
    </>
  )
}

/** Keeps the existing actions and adds the template's actions that are not in the list yet. */
function withOutputs(actions: readonly RuleAction[], more: readonly RuleAction[]): readonly RuleAction[] {
  const known = new Set(actions.map((action) => JSON.stringify(action)))
  return [...actions, ...more.filter((action) => !known.has(JSON.stringify(action)))]
}
