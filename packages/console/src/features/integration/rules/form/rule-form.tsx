import type { ReactNode } from 'react'
import type { Tried } from '#features/integration/rules/editor/value-gutter.ts'
import { ruleForm as m } from '#features/integration/rules/messages/rule-form.ts'
import { FormField } from '#kit/form/form-field.tsx'
import { useFormState } from '#kit/form/form-store.ts'
import { allFields } from '#kit/form/visibility.ts'
import { Panel } from '#ui/panel.tsx'
import { InputsPanel } from './inputs-panel.tsx'
import { OutputsPanel } from './outputs-panel.tsx'
import classes from './rule-form.module.css'
import { SqlPanel } from './sql-panel.tsx'

interface RuleFormProps {
  /** Of one that is there; of a new one it is typed. */
  readonly id?: string
  /** At the head of the first panel: what else can be done with what is in the form. */
  readonly tools?: ReactNode
  /** Why it is edited elsewhere. */
  readonly notice?: string | undefined
  /** Of the message that the statement is tried on. */
  readonly tried: Tried | undefined
  /** Given the message that came with a template: another object for each time that one is taken. */
  readonly onSample: (message: object) => void
  /** In place of the statement as text. */
  readonly statement?: ReactNode
}

/** What a rule is: its name, its statement, and where the result goes. */
export function RuleForm({ id, tools, notice, tried, onSample, statement }: RuleFormProps) {
  const sections = useFormState((state) => state.sections)
  const fields = allFields(sections.flatMap((section) => section.fields))
  return (
    <>
      <Panel title={m.rule} {...(tools === undefined ? {} : { actions: tools })}>
        {notice !== undefined && <p className={classes['note']}>{notice}</p>}
        <div className={classes['fields']}>
          {fields
            .filter(({ path }) => path === 'id' || path === 'description')
            .map((field) => (
              <FormField key={field.path} field={field} name={field.path} />
            ))}
        </div>
      </Panel>
      {statement ?? <SqlPanel tried={tried} onSample={onSample} />}
      <div className={classes['flow']}>
        <div data-ends="sources">
          <InputsPanel />
        </div>
        <div data-ends="actions">
          <OutputsPanel id={id} />
        </div>
      </div>
    </>
  )
}
