import { formatList } from '#i18n/format-list.ts'
import { Fold } from '#ui/fold.tsx'
import type { Field } from '../field.ts'
import { FormField } from '../form-field.tsx'
import { useFormState } from '../form-store.ts'
import { valueAt } from '../values-at.ts'
import { allFields } from '../visibility.ts'
import type { ApiDocument } from './form-plan.ts'
import { m } from './messages.ts'
import classes from './section-fields.module.css'

/** Settings that are seldom touched. Folded, it says how many there are and which are not at their default. */
export function AdvancedFold({ fields }: { readonly fields: readonly Field[] }) {
  const leaves = allFields(fields)
  const notDefault = useFormState(({ next }) =>
    formatList(leaves.filter((field) => isNotDefault(field, next)).map(({ label }) => label)),
  )
  const hasFault = useFormState(({ shownFaults }) =>
    shownFaults.some(({ path }) =>
      leaves.some((field) => path === field.path || path.startsWith(`${field.path}.`)),
    ),
  )
  const rest = notDefault === '' ? m.allDefault : m.notDefault(notDefault)
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

/** Absent means default; a field without a known default counts once it holds something. */
function isNotDefault(field: Field, next: ApiDocument): boolean {
  const value = valueAt(next, field.path)
  if (value === undefined || value === '' || value === null) return false
  if (field.default === undefined && Array.isArray(value) && value.length === 0) return false
  return JSON.stringify(value) !== JSON.stringify(field.default)
}
