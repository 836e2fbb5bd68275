import { type Ref, useImperativeHandle, useRef } from 'react'
import type { Section } from '#kit/form/field.ts'
import { useFormState } from '#kit/form/form-store.ts'
import { allFields } from '#kit/form/visibility.ts'
import { shell as m } from '#kit/messages/form.ts'
import { StatusShape } from '#ui/status.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import classes from './error-summary.module.css'
import { focusControl } from './focus-control.ts'

/** Returns the label for the path of an error: the field, and the row if the field has rows. */
export function faultLabel(sections: readonly Section[], path: string): string {
  const field = sections
    .flatMap(({ fields }) => allFields(fields))
    .filter((one) => path === one.path || path.startsWith(`${one.path}.`))
    .at(-1)
  if (field === undefined) return path
  const row = /^\.(\d+)/.exec(path.slice(field.path.length))?.[1]
  return row === undefined ? field.label : m.inRow(field.label, Number(row) + 1)
}

/** Shows the errors at the top, with a link to each field, and the refusal of the broker in its own words too. */
export function ErrorSummary({ ref }: { readonly ref: Ref<{ focus(): void }> }) {
  const faults = useFormState(({ shownFaults }) => shownFaults)
  const sections = useFormState((state) => state.sections)
  const refusal = useFormState((state) => state.refusal)
  const box = useRef<HTMLDivElement>(null)
  useImperativeHandle(ref, () => ({ focus: () => box.current?.focus() }), [])
  if (faults.length === 0 && refusal === undefined) return null
  return (
    <div ref={box} className={classes['summary']} role="alert" tabIndex={-1}>
      {refusal !== undefined && (
        <>
          <p className={classes['title']}>
            <StatusShape kind="bad" coloured />
            {refusal.title}
          </p>
          {refusal.detail !== undefined && <p className={classes['text']}>{refusal.detail}</p>}
        </>
      )}
      {faults.length > 0 && (
        <>
          {refusal === undefined && (
            <p className={classes['title']}>
              <StatusShape kind="bad" coloured />
              {m.fieldsNeedALook(faults.length)}
            </p>
          )}
          <div className={classes['links']}>
            {faults.map(({ path, message }) => (
              <button
                key={`${path} ${message}`}
                type="button"
                className={classes['link']}
                onClick={() => focusControl(path)}
              >
                {faultLabel(sections, path)}: {message}
              </button>
            ))}
          </div>
        </>
      )}
      {refusal?.raw !== undefined && (
        <details>
          <summary>{m.details}</summary>
          <pre className={classes['raw']}>
            <Verbatim text={refusal.raw} wrap />
          </pre>
        </details>
      )}
    </div>
  )
}
