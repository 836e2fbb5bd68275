import { type Ref, useImperativeHandle, useRef } from 'react'
import { StatusShape } from '#ui/status-shape.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import type { FormFault, Section } from '../field.ts'
import classes from './error-summary.module.css'
import { faultLabel } from './fault-label.ts'
import { focusControl } from './focus-control.ts'
import { m } from './messages.ts'

interface ErrorSummaryProps {
  readonly faults: readonly FormFault[]
  readonly sections: readonly Section[]
  readonly refusal:
    | { readonly title: string; readonly detail?: string | undefined; readonly raw?: string | undefined }
    | undefined
  readonly ref: Ref<{ focus(): void }>
}

/** What stands in the way, at the top, with the way to each field; what the broker refused, in its own words too. */
export function ErrorSummary({ faults, sections, refusal, ref }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null)
  useImperativeHandle(ref, () => ({ focus: () => box.current?.focus() }), [])
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
