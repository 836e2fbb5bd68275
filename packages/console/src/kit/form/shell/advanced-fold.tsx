import { formatList } from '#i18n/format-list.ts'
import { Fold } from '#ui/fold.tsx'
import type { Field } from '../field.ts'
import { FormField } from '../form-field.tsx'
import { m } from './messages.ts'
import classes from './section-fields.module.css'

interface AdvancedFoldProps {
  readonly fields: readonly Field[]
  /** Which of them are not at the default of the broker. */
  readonly notDefault: readonly Field[]
  readonly hasFault: boolean
}

/** Settings that are seldom touched. Folded, it says how many there are and which are not at their default. */
export function AdvancedFold({ fields, notDefault, hasFault }: AdvancedFoldProps) {
  const rest =
    notDefault.length === 0 ? m.allDefault : m.notDefault(formatList(notDefault.map(({ label }) => label)))
  return (
    <Fold
      title={m.advanced}
      summary={m.settings(fields.length, rest)}
      mustOpen={hasFault}
      className={classes['advanced']}
    >
      <div className={classes['fields']}>
        {fields.map((field) => (
          <FormField key={field.path} field={field} name={field.path} />
        ))}
      </div>
    </Fold>
  )
}
