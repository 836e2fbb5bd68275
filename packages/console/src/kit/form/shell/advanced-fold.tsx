import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import { useState } from 'react'
import { formatList } from '#i18n/format-list.ts'
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
  const [isOpen, setIsOpen] = useState(false)
  const rest =
    notDefault.length === 0 ? m.allDefault : m.notDefault(formatList(notDefault.map(({ label }) => label)))
  return (
    <details
      className={classes['advanced']}
      open={isOpen || hasFault}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary className={classes['fold']}>
        <IconChevronRight size={16} stroke={1.5} aria-hidden />
        <span className={classes['name']}>{m.advanced}</span>
        <span className={classes['summary']}>
          {m.settings(fields.length)}, {rest}
        </span>
      </summary>
      {(isOpen || hasFault) && (
        <div className={classes['fields']}>
          {fields.map((field) => (
            <FormField key={field.path} field={field} name={field.path} />
          ))}
        </div>
      )}
    </details>
  )
}
