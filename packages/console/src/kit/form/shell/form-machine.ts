import { documentToForm } from '#kit/form/document.ts'
import type { FormFault } from '#kit/form/field.ts'
import type { FormState, FormStore } from '#kit/form/form-store.ts'
import { type FormValue, formValueAt, sameValue, valueAt, withValueAt } from '#kit/form/form-value.ts'
import { afterPress } from '#kit/form/left-fields.ts'
import { secretPaths } from '#kit/form/secret-paths.ts'
import { allFields, fieldsOfSection } from '#kit/form/visibility.ts'
import { shell as m } from '#kit/messages/form.ts'
import type { KeyUse } from './find-key-fault.ts'
import type { ApiDocument, FormOutcome, FormSpec } from './form-spec.ts'
import {
  buildInitialForm,
  type HeldForm,
  type MachineState,
  machineState,
  serializeFormValue,
} from './form-state.ts'
import { findKeyFaults, idOfKey, keyFaults } from './key-faults.ts'

/** Holds the state of a form from reading to applying; the shells only render it. */
export class FormMachine implements FormStore {
  #held: HeldForm
  #state: MachineState
  readonly #listeners = new Set<() => void>()
  readonly #marksListeners = new Set<() => void>()

  constructor(plan: FormSpec) {
    this.#held = holdForm(plan)
    this.#state = machineState(this.#held, undefined)
  }

  readonly current = (): MachineState => this.#state

  readonly subscribe = (tell: () => void): (() => void) => {
    this.#listeners.add(tell)
    return () => this.#listeners.delete(tell)
  }

  readonly subscribeMarks = (tell: () => void): (() => void) => {
    this.#marksListeners.add(tell)
    return () => this.#marksListeners.delete(tell)
  }

  #become(change: Partial<HeldForm>): void {
    const { marks } = this.#state
    this.#held = { ...this.#held, ...change }
    this.#state = machineState(this.#held, this.#state)
    for (const tell of [...this.#listeners]) tell()
    if (this.#state.marks !== marks) for (const tell of [...this.#marksListeners]) tell()
  }

  /** Takes over the plan of a new render, which may have other words, other rules, or newer data of the broker. */
  readonly follow = (plan: FormSpec): void => {
    const { plan: before, base } = this.#held
    if (plan === before) return
    const other =
      plan.sections === before.sections
        ? {}
        : { secrets: secretPaths(plan.sections), initial: documentToForm(plan.sections, base) }
    this.#become({ plan, isPlanFresh: true, ...other })
  }

  readonly change = (path: string, value: FormValue): void => {
    this.#become({ values: withValueAt(this.#held.values, path, value) })
  }

  readonly leave = (path: string): void => {
    afterPress(() => {
      const { left } = this.#held
      if (!left.has(path)) this.#become({ left: new Set([...left, path]) })
    })
  }

  readonly overrideKey = (path: string, isOn: boolean): void => {
    const use = this.#state.keyUses.find((one) => one.path === path)
    this.#become({ overriddenKey: isOn && use !== undefined ? idOfKey(use) : undefined })
  }

  /** Checks the private keys. The result is dropped if the keys have changed meanwhile. */
  readonly checkKeys = async (uses: readonly KeyUse[]): Promise<void> => {
    if (uses.length === 0) return
    const keyFindings = await findKeyFaults(uses)
    if (this.#state.keyUses === uses) this.#become({ keyFindings })
  }

  readonly submit = async (): Promise<void> => {
    // The previous response of the broker does not prevent another attempt.
    this.#become({ wasTried: true, refusal: undefined, serverFaults: [] })
    const { isBusy, hasConflict, faults, keyUses } = this.#state
    const { plan, overriddenKey } = this.#held
    if (isBusy || hasConflict || faults.length > 0 || plan.lockedReason !== undefined) return
    this.#become({ isBusy: true })
    // The background check of the keys may not have finished yet.
    const findings = await findKeyFaults(keyUses)
    if (keyFaults(keyUses, findings, overriddenKey).faults.length > 0) return this.#become({ isBusy: false })
    const { next } = this.#state
    const outcome = await plan.apply(next).catch(toUnexpected)
    if (outcome.kind === 'refused') this.#refuse(outcome)
    else this.#applyDocument(next, plan)
  }

  #applyDocument(document: ApiDocument, under: FormSpec): void {
    const { base, plan, previous } = this.#held
    this.#become({
      ...buildInitialForm(plan.sections, document),
      isBusy: false,
      previous: plan.isNew === true ? previous : base,
      isPlanFresh: !sameValue(plan.document, under.document),
      applied: { document },
    })
  }

  #refuse(refusal: NonNullable<FormState['refusal']>): void {
    const { plan, values } = this.#held
    const paths = allFields(this.#state.sections.flatMap(fieldsOfSection)).map(({ path }) => path)
    const placed = placeServerFaults(refusal.fields, paths, plan.place)
    const serverFaults = placed.map((fault) => ({ ...fault, about: serializeFormValue(values, fault.path) }))
    this.#become({ isBusy: false, refusal, serverFaults })
  }

  /** Resets the form to the broker's document and drops all changes. */
  readonly restart = (): void => {
    const { sections, document } = this.#held.plan
    this.#become(buildInitialForm(sections, document))
  }

  /** Continues from the broker's current document, with the user's changes on top. */
  readonly keepMine = (): void => {
    const { plan, values } = this.#held
    const { marks, next } = this.#state
    const mine = allFields(plan.sections.flatMap(fieldsOfSection)).filter(({ path }) =>
      marks.changed.has(path),
    )
    const start = buildInitialForm(plan.sections, plan.document)
    this.#become({
      ...start,
      ground: mine.reduce((kept, { path }) => withValueAt(kept, path, valueAt(next, path)), plan.document),
      values: mine.reduce(
        (kept, { path }) => withValueAt(kept, path, formValueAt(values, path)),
        start.values,
      ),
    })
  }

  /** Fills in other values, which count as changes like typed values. */
  readonly fill = (document: ApiDocument): void => {
    const { plan, base, values, secrets } = this.#held
    this.#become({
      ground: copySecrets(base, document, secrets),
      values: { ...values, ...documentToForm(plan.sections, document) },
    })
  }

  /** Fills in the document from before the last apply. */
  readonly undo = (): void => {
    if (this.#held.previous !== undefined) this.fill(this.#held.previous)
  }

  /** Sets every setting of the form to the broker's default; settings without a known default stay. */
  readonly fillDefaults = (): void => {
    const { plan, base } = this.#held
    const document = allFields(plan.sections.flatMap(({ fields }) => fields))
      .filter((field) => field.default !== undefined && field.readOnly === undefined)
      .reduce((filled, { path, default: known }) => withValueAt(filled, path, known), base)
    this.fill(document)
  }
}

/** Six asterisks stand for the broker's current secret, so they cannot restore a previous secret. */
function copySecrets(base: ApiDocument, document: ApiDocument, secrets: readonly string[]): ApiDocument {
  return secrets
    .filter((path) => !path.includes('*') && valueAt(document, path) !== undefined)
    .reduce((next, path) => withValueAt(next, path, valueAt(base, path)), document)
}

/** Converts any error to a refusal, because a form that stays busy could not even be closed. */
function toUnexpected(error: unknown): FormOutcome {
  const detail = error instanceof Error ? error.message : String(error)
  return { kind: 'refused', title: m.notApplied, detail, fields: [] }
}

/**
 * Maps the broker's errors to the paths of the controls: `root.` and the place of the document are removed, and list
 * items count from 0. An error that belongs to no control appears only in the summary.
 */
export function placeServerFaults(
  faults: readonly FormFault[],
  controlPaths: readonly string[],
  place?: string,
): readonly FormFault[] {
  return faults.map(({ path, message }) => {
    const inner = place !== undefined && path.startsWith(`${place}.`) ? path.slice(place.length + 1) : path
    const own = inner.replaceAll(/\.(\d+)(?=\.|$)/g, (_all, at: string) => `.${Math.max(0, Number(at) - 1)}`)
    return { path: closest(own, controlPaths) ?? own, message }
  })
}

/** Returns the control itself, or the control whose value contains the path: `headers` for `headers.0.value`. */
function closest(path: string, controlPaths: readonly string[]): string | undefined {
  const holders = controlPaths.filter((one) => path === one || path.startsWith(`${one}.`))
  return holders.sort((one, other) => other.length - one.length)[0]
}

function holdForm(plan: FormSpec): HeldForm {
  return {
    plan,
    previous: undefined,
    overriddenKey: undefined,
    isBusy: false,
    applied: undefined,
    secrets: secretPaths(plan.sections),
    ...buildInitialForm(plan.sections, plan.document),
  }
}
