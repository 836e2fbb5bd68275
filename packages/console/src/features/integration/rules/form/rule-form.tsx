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
  /** The ID of an existing rule; the ID of a new rule is typed in the form. */
  readonly id?: string
  /** Tools in the head of the first panel: further actions for the content of the form. */
  readonly tools?: ReactNode
  /** The reason why the rule is edited elsewhere. */
  readonly notice?: string | undefined
  /** The results for the message that the statement is tested with. */
  readonly tried: Tried | undefined
  /** Receives the message that came with a template: a new object each time a template is chosen. */
  readonly onSample: (message: object) => void
  /** Shown instead of the statement as text. */
  readonly statement?: ReactNode
}

/** Edits a rule: its name, its statement, and the targets of its result. */
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
