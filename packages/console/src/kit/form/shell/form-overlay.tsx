import { type ReactNode, type Ref, useId, useRef } from 'react'
import { confirm } from '#kit/dialogs/confirm.tsx'
import type { Section } from '#kit/form/field.ts'
import { FormStoreContext } from '#kit/form/form-store.ts'
import { useLeaveGuard } from '#kit/leave-guard/use-leave-guard.ts'
import { shell as m } from '#kit/messages/form.ts'
import { leaveGuard as leave } from '#kit/messages/page.ts'
import { Button } from '#ui/button.tsx'
import { ErrorSummary } from './error-summary.tsx'
import type { FormMachine } from './form-machine.ts'
import classes from './form-overlay.module.css'
import type { FormSpec } from './form-spec.ts'
import { useFormMachine, useMachineState, whyNotApply } from './use-form-machine.ts'

interface ShellParts {
  readonly onClose: () => void
  readonly footer: ReactNode
  readonly children: ReactNode
}

interface FormOverlayProps {
  readonly plan: FormSpec
  /** The verb on the button: "Create". */
  readonly submitLabel: string
  /** Called when the form closes, also after it was applied. */
  readonly onClose: () => void
  /** Renders the dialog or the drawer around the form. */
  readonly shell: (parts: ShellParts) => ReactNode
  /** Content to the left of the usual buttons. */
  readonly tools?: ReactNode
  readonly formRef?: Ref<HTMLFormElement>
  readonly fields: (sections: readonly Section[], id: string, machine: FormMachine) => ReactNode
  /** Renders the content below the form: the review. */
  readonly below?: (machine: FormMachine) => ReactNode
}

/** A form that lies over its page: asks before unsaved input is lost, and closes once it is applied. */
export function FormOverlay(props: FormOverlayProps) {
  const { plan, submitLabel, onClose, shell, tools, formRef, fields, below } = props
  const id = useId()
  const summary = useRef<{ focus(): void }>(null)
  const machine = useFormMachine(plan, (document) => {
    plan.onApplied?.(document)
    onClose()
  })
  const sections = useMachineState(machine, (state) => state.sections)
  const isDirty = useMachineState(machine, (state) => state.isDirty)
  const isBusy = useMachineState(machine, (state) => state.isBusy)
  const hasConflict = useMachineState(machine, (state) => state.hasConflict)
  const lockedReason = whyNotApply(plan, { isDirty, hasConflict })
  useLeaveGuard(isDirty)
  const close = async () => {
    // The form stays open while busy, because the user must see the result: a refusal, or a secret that is shown only
    // once.
    if (isBusy) return
    if (
      !isDirty ||
      (await confirm({ title: leave.title, body: leave.body, action: leave.leave, interrupts: 'nothing' }))
    )
      onClose()
  }
  const footer = (
    <>
      {tools}
      <Button disabledReason={isBusy ? m.whyOpen : undefined} onClick={() => void close()}>
        {m.cancel}
      </Button>
      <Button type="submit" form={id} variant="primary" isBusy={isBusy} disabledReason={lockedReason}>
        {submitLabel}
      </Button>
    </>
  )
  const children = (
    <FormStoreContext value={machine}>
      <form
        ref={formRef}
        id={id}
        noValidate
        className={classes['form']}
        onSubmit={(event) => {
          event.preventDefault()
          if (lockedReason === undefined) void machine.submit().then(() => summary.current?.focus())
        }}
      >
        <ErrorSummary ref={summary} />
        {fields(sections, id, machine)}
      </form>
      {below?.(machine)}
    </FormStoreContext>
  )
  return shell({ onClose: () => void close(), footer, children })
}
