import { type ReactNode, useState } from 'react'
import { DialogShell } from '#kit/dialogs/dialog-shell.tsx'
import { FormField } from '#kit/form/form-field.tsx'
import { shell as m } from '#kit/messages/form.ts'
import { Button } from '#ui/button.tsx'
import classes from './form-dialog.module.css'
import type { FormMachine } from './form-machine.ts'
import { FormOverlay } from './form-overlay.tsx'
import type { FormSpec } from './form-spec.ts'
import { Review } from './review.tsx'
import { useMachineState } from './use-form-machine.ts'

interface FormDialogProps {
  readonly title: ReactNode
  readonly plan: FormSpec
  /** The verb on the button: "Create". */
  readonly submitLabel: string
  /** Called when the dialog closes, also after the form was applied. */
  readonly onClose: () => void
  readonly size?: number
  /** True if nothing is sent to the API, so there is no request to review. */
  readonly isLocal?: boolean
  /**
   * True if the review is open from the beginning, because the user must see the effects before filling in anything.
   */
  readonly isReviewed?: boolean
  /** Content beside the fields, such as the missing requirements of a weak password. */
  readonly children?: ReactNode
}

/** A short form over its list. It uses the same machine as a page; the review unfolds on request. */
export function FormDialog(props: FormDialogProps) {
  const {
    title,
    plan,
    submitLabel,
    onClose,
    size = 560,
    isLocal = false,
    isReviewed = false,
    children,
  } = props
  const [isReviewing, setIsReviewing] = useState(isReviewed)
  return (
    <FormOverlay
      plan={plan}
      submitLabel={submitLabel}
      onClose={onClose}
      shell={(parts) => <DialogShell {...parts} title={title} size={size} />}
      formRef={markFirstControl}
      tools={
        !isLocal && (
          <Button
            variant="quiet"
            className={classes['toggle']}
            aria-expanded={isReviewing}
            onClick={() => setIsReviewing(!isReviewing)}
          >
            {isReviewing ? m.hideReview : m.showReview}
          </Button>
        )
      }
      fields={(sections) => (
        <>
          {sections.map((section) => (
            <div key={section.id} className={classes['section']}>
              {sections.length > 1 && <h3 className={classes['title']}>{section.title}</h3>}
              {section.fields.map((field) => (
                <FormField key={field.path} field={field} name={field.path} />
              ))}
            </div>
          ))}
          {children}
        </>
      )}
      below={(machine) => <DialogReview plan={plan} machine={machine} isAsked={isReviewing} />}
    />
  )
}

interface DialogReviewProps {
  readonly plan: FormSpec
  readonly machine: FormMachine
  readonly isAsked: boolean
}

function DialogReview({ plan, machine, isAsked }: DialogReviewProps) {
  const hasConflict = useMachineState(machine, (state) => state.hasConflict)
  return (
    (isAsked || hasConflict) && (
      <section className={classes['review']} aria-label={m.review}>
        <Review plan={plan} machine={machine} />
      </section>
    )
  )
}

/**
 * Sets the attribute that the dialog's focus trap looks for; otherwise the close button would get the focus. The form
 * appears later than the component, because a dialog is rendered into a portal.
 */
function markFirstControl(form: HTMLFormElement | null): void {
  const controls = form?.querySelectorAll('input, select, textarea') ?? []
  const first = [...controls].find(
    (control) => control.getAttribute('aria-disabled') !== 'true' && !control.hasAttribute('readonly'),
  )
  first?.setAttribute('data-autofocus', '')
}
