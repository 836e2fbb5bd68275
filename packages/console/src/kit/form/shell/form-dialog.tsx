import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { confirm } from '#kit/dialogs/confirm.tsx'
import { DialogShell } from '#kit/dialogs/dialog-shell.tsx'
import { m as leave } from '#kit/leave-guard/messages.ts'
import { useLeaveGuard } from '#kit/leave-guard/use-leave-guard.ts'
import { Button } from '#ui/button.tsx'
import { FormField } from '../form-field.tsx'
import { FormMetaContext } from '../form-meta.ts'
import { ErrorSummary } from './error-summary.tsx'
import classes from './form-dialog.module.css'
import type { FormPlan } from './form-plan.ts'
import { m } from './messages.ts'
import { Review } from './review.tsx'
import { useFormMachine } from './use-form-machine.ts'
import { whyNotApply } from './why-not-apply.ts'

interface FormDialogProps {
  readonly title: ReactNode
  readonly plan: FormPlan
  /** The verb on the button: "Create". */
  readonly submitLabel: string
  /** Also after it was applied. */
  readonly onClose: () => void
  readonly size?: number
  /** Beside the fields: what a weak password lacks. */
  readonly children?: ReactNode
}

/** A short form over its list. The same machine as on a page; the review unfolds on request. */
export function FormDialog({ title, plan, submitLabel, onClose, size = 560, children }: FormDialogProps) {
  const id = useId()
  const summary = useRef<{ focus(): void }>(null)
  const fields = useRef<HTMLFormElement>(null)
  // What the dialog's focus trap looks for; without it the close button would come first.
  useLayoutEffect(() => firstControl(fields.current)?.setAttribute('data-autofocus', ''), [])
  const [isReviewing, setIsReviewing] = useState(false)
  const machine = useFormMachine({
    ...plan,
    onApplied: (document) => {
      plan.onApplied?.(document)
      onClose()
    },
  })
  const { form, meta, sections, shownFaults, refusal, isDirty, isBusy } = machine
  useLeaveGuard(isDirty)
  const close = async () => {
    const isLost = isDirty && !isBusy
    if (!isLost || (await confirm({ title: leave.title, body: leave.body, action: leave.leave }))) onClose()
  }
  const footer = (
    <>
      <Button
        variant="quiet"
        className={classes['toggle']}
        aria-expanded={isReviewing}
        onClick={() => setIsReviewing(!isReviewing)}
      >
        {isReviewing ? m.hideReview : m.showReview}
      </Button>
      <Button onClick={() => void close()}>{m.cancel}</Button>
      <Button
        type="submit"
        form={id}
        variant="primary"
        isBusy={isBusy}
        disabledReason={whyNotApply(plan, machine)}
      >
        {submitLabel}
      </Button>
    </>
  )
  return (
    <DialogShell title={title} onClose={() => void close()} footer={footer} size={size}>
      <FormProvider {...form}>
        <FormMetaContext value={meta}>
          <form
            ref={fields}
            id={id}
            noValidate
            className={classes['form']}
            onSubmit={(event) => {
              event.preventDefault()
              if (whyNotApply(plan, machine) === undefined)
                void machine.submit().then(() => summary.current?.focus())
            }}
          >
            {(shownFaults.length > 0 || refusal !== undefined) && (
              <ErrorSummary ref={summary} faults={shownFaults} sections={sections} refusal={refusal} />
            )}
            {sections.map((section) => (
              <div key={section.id} className={classes['section']}>
                {sections.length > 1 && <h3 className={classes['title']}>{section.title}</h3>}
                {section.fields.map((field) => (
                  <FormField key={field.path} field={field} name={field.path} />
                ))}
              </div>
            ))}
            {children}
          </form>
          {isReviewing && (
            <section className={classes['review']} aria-label={m.review}>
              <Review plan={plan} machine={machine} />
            </section>
          )}
        </FormMetaContext>
      </FormProvider>
    </DialogShell>
  )
}

function firstControl(form: HTMLFormElement | null): Element | undefined {
  const controls = form?.querySelectorAll('input, select, textarea') ?? []
  return [...controls].find(
    (control) => control.getAttribute('aria-disabled') !== 'true' && !control.hasAttribute('readonly'),
  )
}
