import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { notify } from '#kit/dialogs/notify.tsx'
import { useLeaveGuard } from '#kit/leave-guard/use-leave-guard.ts'
import { classNames } from '#lib/class-names.ts'
import { Button } from '#ui/button.tsx'
import { shell as m } from '../../messages/form.ts'
import { FormStoreContext } from '../form-store.ts'
import { ErrorSummary } from './error-summary.tsx'
import { FormContents } from './form-contents.tsx'
import classes from './form-layout.module.css'
import type { FormPlan } from './form-plan.ts'
import { ReviewPanel } from './review-panel.tsx'
import { SectionFields } from './section-fields.tsx'
import { useFormMachine, useMachineState } from './use-form-machine.ts'
import { whyNotApply } from './why-not-apply.ts'

export interface FormLayoutProps {
  readonly plan: FormPlan
  /** On the main button of something new: "Create listener". Changes say how many they are. */
  readonly createLabel?: string
  /** What is said when it worked. */
  readonly appliedMessage?: string
  /** Offers the broker's defaults to be filled in. */
  readonly hasDefaults?: boolean
  /** Its fields as the page itself arranges them, instead of section by section. */
  readonly arranged?: ReactNode
  /** Over the review. */
  readonly beside?: ReactNode
}

/** A page that is a form: contents, the sections, and beside them the review of what would be sent. */
export function FormLayout(props: FormLayoutProps) {
  const { plan, createLabel, appliedMessage, hasDefaults = false, arranged, beside } = props
  const id = useId()
  const summary = useRef<{ focus(): void }>(null)
  const review = useRef<HTMLDivElement>(null)
  const machine = useFormMachine(plan, (document) => {
    notify.success(appliedMessage ?? m.applied)
    plan.onApplied?.(document)
  })
  const sections = useMachineState(machine, (state) => state.sections)
  const isDirty = useMachineState(machine, (state) => state.isDirty)
  const isBusy = useMachineState(machine, (state) => state.isBusy)
  const hasConflict = useMachineState(machine, (state) => state.hasConflict)
  const changes = useMachineState(machine, (state) => state.differences.length)
  useLeaveGuard(isDirty)
  const apply = () => {
    void machine.submit().then(() => summary.current?.focus())
  }
  const applyLabel = createLabel ?? (isDirty ? m.applyChanges(changes) : m.apply)
  const sectionId = (section: { readonly id: string }) => `${id}-${section.id}`
  return (
    <FormStoreContext value={machine}>
      <div className={classNames(classes['grid'], arranged !== undefined && classes['arranged'])}>
        {arranged === undefined && <FormContents sections={sections} sectionId={sectionId} />}
        <div className={classes['stack']}>
          <ErrorSummary ref={summary} />
          <form
            className={arranged === undefined ? classes['panel'] : classes['stack']}
            noValidate
            onSubmit={(event) => event.preventDefault()}
            onKeyDown={(event) => handleFormKey(event, apply)}
          >
            {arranged === undefined
              ? sections.map((section) => (
                  <SectionFields key={section.id} id={sectionId(section)} section={section} />
                ))
              : arranged}
          </form>
        </div>
        <div className={classes['aside']}>
          {beside}
          <div ref={review} tabIndex={-1} className={classes['review']}>
            <ReviewPanel
              plan={plan}
              machine={machine}
              applyLabel={applyLabel}
              hasDefaults={hasDefaults}
              onApply={arranged === undefined ? apply : undefined}
            />
          </div>
        </div>
        <div className={classes['dock']}>
          {arranged !== undefined && (
            <span className={classes['toReview']}>
              <Button
                variant="quiet"
                disabledReason={isDirty ? undefined : m.whyNothing}
                onClick={() => {
                  review.current?.scrollIntoView({ block: 'nearest' })
                  review.current?.focus({ preventScroll: true })
                }}
              >
                {m.review}
              </Button>
            </span>
          )}
          <Button onClick={machine.restart} disabledReason={isDirty ? undefined : m.whyNothing}>
            {m.discard}
          </Button>
          <Button
            variant="primary"
            isBusy={isBusy}
            disabledReason={whyNotApply(plan, { isDirty, hasConflict })}
            aria-keyshortcuts="Control+Enter Meta+Enter"
            onClick={apply}
          >
            {applyLabel}
          </Button>
        </div>
      </div>
    </FormStoreContext>
  )
}

const oneLine = 'input:not([type="file"], [type="hidden"]), select'
const fields = 'input:not([type="file"], [type="hidden"]), select, textarea, [role="switch"]'
const away = '[hidden], details:not([open]) > :not(summary), [aria-disabled="true"], :disabled'

/**
 * Enter goes on to the next field: settings of a cluster are not applied by a habit of other forms. With ⌘ or Ctrl it
 * applies, from wherever the keyboard is. A control that has a use for the key has taken it already.
 */
function handleFormKey(event: KeyboardEvent<HTMLFormElement>, apply: () => void): void {
  if (event.key !== 'Enter' || event.defaultPrevented || event.nativeEvent.isComposing) return
  if (event.metaKey || event.ctrlKey) {
    event.preventDefault()
    apply()
    return
  }
  const { target, currentTarget } = event
  if (!(target instanceof HTMLElement) || !target.matches(oneLine)) return
  event.preventDefault()
  if (event.shiftKey || event.altKey) return
  const all = [...currentTarget.querySelectorAll<HTMLElement>(fields)].filter(
    (one) => one === target || one.closest(away) === null,
  )
  all[all.indexOf(target) + 1]?.focus()
}
