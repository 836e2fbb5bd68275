import { type Ref, useImperativeHandle, useRef } from 'react'
import { StatusShape } from '#ui/status.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { shell as m } from '../../messages/form.ts'
import { useFormState } from '../form-store.ts'
import classes from './error-summary.module.css'
import { faultLabel } from './fault-label.ts'
import { focusControl } from './focus-control.ts'

/** What stands in the way, at the top, with the way to each field; what the broker refused, in its own words too. */
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
