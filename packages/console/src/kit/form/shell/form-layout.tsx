import { useId, useRef } from 'react'
import { FormProvider } from 'react-hook-form'
import { notify } from '#kit/dialogs/notify.tsx'
import { useLeaveGuard } from '#kit/leave-guard/use-leave-guard.ts'
import { Button } from '#ui/button.tsx'
import { FormMetaContext } from '../form-meta.ts'
import { defaultsOf } from './defaults-of.ts'
import { ErrorSummary } from './error-summary.tsx'
import { FormContents } from './form-contents.tsx'
import { handleFormKey } from './form-keys.ts'
import classes from './form-layout.module.css'
import type { FormPlan } from './form-plan.ts'
import { m } from './messages.ts'
import { ReviewPanel } from './review-panel.tsx'
import { SectionFields } from './section-fields.tsx'
import { useFormMachine } from './use-form-machine.ts'
import { whyNotApply } from './why-not-apply.ts'

interface FormLayoutProps {
  readonly plan: FormPlan
  /** On the main button of something new: "Create listener". Changes say how many they are. */
  readonly createLabel?: string
  /** What is said when it worked. */
  readonly appliedMessage?: string
  /** Offers the broker's defaults to be filled in. */
  readonly hasDefaults?: boolean
}

/** A page that is a form: contents, the sections, and beside them the review of what would be sent. */
export function FormLayout({ plan, createLabel, appliedMessage, hasDefaults = false }: FormLayoutProps) {
  const id = useId()
  const summary = useRef<{ focus(): void }>(null)
  const machine = useFormMachine({
    ...plan,
    onApplied: (document) => {
      notify.success(appliedMessage ?? m.applied)
      plan.onApplied?.(document)
    },
  })
  const { form, meta, sections, shownFaults, refusal, isDirty, differences, isBusy, next } = machine
  useLeaveGuard(isDirty)
  const apply = () => {
    void machine.submit().then(() => summary.current?.focus())
  }
  const defaults = defaultsOf(plan.sections, machine.base)
  const applyLabel = createLabel ?? (isDirty ? m.applyChanges(differences.length) : m.apply)
  const sectionId = (section: { readonly id: string }) => `${id}-${section.id}`
  return (
    <FormProvider {...form}>
      <FormMetaContext value={meta}>
        <div className={classes['grid']}>
          <FormContents
            sections={sections}
            faults={shownFaults}
            isChanged={meta.isChanged}
            isNew={meta.isNew}
            sectionId={sectionId}
          />
          <div className={classes['stack']}>
            {(shownFaults.length > 0 || refusal !== undefined) && (
              <ErrorSummary ref={summary} faults={shownFaults} sections={sections} refusal={refusal} />
            )}
            <form
              className={classes['panel']}
              noValidate
              onSubmit={(event) => event.preventDefault()}
              onKeyDown={(event) => handleFormKey(event, apply)}
            >
              {sections.map((section) => (
                <SectionFields
                  key={section.id}
                  id={sectionId(section)}
                  section={section}
                  next={next}
                  faults={shownFaults}
                />
              ))}
            </form>
          </div>
          <div className={classes['aside']}>
            <ReviewPanel
              plan={plan}
              machine={machine}
              applyLabel={applyLabel}
              defaults={hasDefaults ? () => machine.fill(defaults) : undefined}
              onApply={apply}
              onDiscard={machine.discard}
            />
          </div>
          <div className={classes['dock']}>
            <Button onClick={machine.discard} disabledReason={isDirty ? undefined : m.whyNothing}>
              {m.discard}
            </Button>
            <Button
              variant="primary"
              isBusy={isBusy}
              disabledReason={whyNotApply(plan, machine)}
              onClick={apply}
            >
              {applyLabel}
            </Button>
          </div>
        </div>
      </FormMetaContext>
    </FormProvider>
  )
}
