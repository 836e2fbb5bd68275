import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { formatNumber } from '#i18n/format-number.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import type { Section } from '#kit/form/field.ts'
import { FormStoreContext, useFormMarks, useFormState } from '#kit/form/form-store.ts'
import { allFields } from '#kit/form/visibility.ts'
import { useLeaveGuard } from '#kit/leave-guard/use-leave-guard.ts'
import { shell as m } from '#kit/messages/form.ts'
import { classNames } from '#lib/class-names.ts'
import { modifierKey } from '#lib/modifier-key.ts'
import { Button } from '#ui/button.tsx'
import { Kbd } from '#ui/kbd.tsx'
import { Tag } from '#ui/marks.tsx'
import { Panel } from '#ui/panel.tsx'
import { StatusShape } from '#ui/status.tsx'
import { ErrorSummary } from './error-summary.tsx'
import classes from './form-layout.module.css'
import type { FormMachine } from './form-machine.ts'
import type { FormSpec } from './form-spec.ts'
import { Review } from './review.tsx'
import reviewPanelClasses from './review-panel.module.css'
import { SectionFields } from './section-fields.tsx'
import { useFormMachine, useMachineState, whyNotApply } from './use-form-machine.ts'

export interface FormLayoutProps {
  readonly plan: FormSpec
  /** The label of the main button for a new object: "Create listener". For changes the button shows their number. */
  readonly createLabel?: string
  /** The notice after a successful apply. */
  readonly appliedMessage?: string
  /** True if the form offers to fill in the broker's defaults. */
  readonly hasDefaults?: boolean
  /** The fields as the page itself arranges them, instead of section by section. */
  readonly arranged?: ReactNode
  /** Content above the review. */
  readonly beside?: ReactNode
}

/** A page that is a form: the contents, the sections, and beside them the review of the request. */
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
 * Enter moves to the next field, so that settings of a cluster are not applied by habit. ⌘ or Ctrl with Enter applies
 * the form, from any control. A control that uses the key itself has already handled it.
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

interface FormContentsProps {
  readonly sections: readonly Section[]
  readonly sectionId: (section: Section) => string
}

/** Lists the sections of a long form, marks those with errors or changes, and leads to them. */
function FormContents({ sections, sectionId }: FormContentsProps) {
  return (
    <nav className={classes['contents']} aria-label={m.sections}>
      {sections.map((section) => (
        <a
          key={section.id}
          href={`#${sectionId(section)}`}
          onClick={(event) => {
            // The URL keeps the page's own state, so it does not store the section.
            event.preventDefault()
            const target = document.getElementById(sectionId(section))
            target?.scrollIntoView({ block: 'start' })
            target?.focus({ preventScroll: true })
          }}
        >
          {section.title}
          <SectionMark section={section} />
        </a>
      ))}
    </nav>
  )
}

function SectionMark({ section }: { readonly section: Section }) {
  const paths = [section.switch, ...allFields(section.fields).map(({ path }) => path)].filter(
    (path) => path !== undefined,
  )
  const hasFault = useFormState(({ shownFaults }) =>
    shownFaults.some(({ path }) => paths.some((one) => path === one || path.startsWith(`${one}.`))),
  )
  // In a new object everything is a change, so nothing is marked.
  const hasChange = useFormMarks(({ isNew, changed }) => !isNew && paths.some((path) => changed.has(path)))
  if (hasFault)
    return (
      <span className={classes['mark']}>
        <StatusShape kind="bad" coloured />
        <span className="visually-hidden">{m.hasFault}</span>
      </span>
    )
  return (
    hasChange && (
      <span className={classes['mark']}>
        <span className={classes['changed']} aria-hidden />
        <span className="visually-hidden">{m.isChanged}</span>
      </span>
    )
  )
}

interface ReviewPanelProps {
  readonly plan: FormSpec
  readonly machine: FormMachine
  readonly applyLabel: string
  readonly hasDefaults: boolean
  /** Applies the form; undefined if the page has its own visible buttons. */
  readonly onApply?: (() => void) | undefined
}

/** The review beside the form: nothing is applied that was not shown here first. */
function ReviewPanel({ plan, machine, applyLabel, hasDefaults, onApply }: ReviewPanelProps) {
  const faults = useMachineState(machine, (state) => state.faults.length)
  const isBusy = useMachineState(machine, (state) => state.isBusy)
  const isDirty = useMachineState(machine, (state) => state.isDirty)
  const hasConflict = useMachineState(machine, (state) => state.hasConflict)
  const canUndo = useMachineState(machine, (state) => state.canUndo)
  const count = useMachineState(machine, (state) => (state.isDirty ? state.differences.length : 0))
  return (
    <Panel
      title={m.review}
      {...(count === 0 ? {} : { caption: <Tag tone="accent">{formatNumber(count)}</Tag> })}
    >
      <div className={reviewPanelClasses['body']}>
        <Review plan={plan} machine={machine} />
      </div>
      <div className={reviewPanelClasses['footer']}>
        {onApply !== undefined && (
          <div className={reviewPanelClasses['main']}>
            <Button
              variant="primary"
              isBusy={isBusy}
              disabledReason={whyNotApply(plan, { isDirty, hasConflict })}
              aria-keyshortcuts="Control+Enter Meta+Enter"
              onClick={onApply}
            >
              {applyLabel}
            </Button>{' '}
            {isDirty && <Button onClick={machine.restart}>{m.discard}</Button>}
            {isDirty && (
              <span className={reviewPanelClasses['keys']}>
                <Kbd>{modifierKey()}</Kbd> <Kbd>{m.enterKey}</Kbd> {m.keysApply}
              </span>
            )}
          </div>
        )}
        {isDirty && faults > 0 && <span className={reviewPanelClasses['why']}>{m.toCorrect(faults)}</span>}
        {!isDirty && (
          <div className={reviewPanelClasses['tools']}>
            {canUndo && (
              <Button size="small" variant="quiet" tooltip={m.undoHint} onClick={machine.undo}>
                {m.undo}
              </Button>
            )}
            {hasDefaults && (
              <Button
                size="small"
                variant="quiet"
                tooltip={m.toDefaultsHint}
                disabledReason={plan.lockedReason}
                onClick={machine.fillDefaults}
              >
                {m.toDefaults}
              </Button>
            )}
          </div>
        )}
      </div>
    </Panel>
  )
}
