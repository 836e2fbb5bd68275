import { useEffect, useRef, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { type Difference, differencesOf } from '../differences.ts'
import { documentToForm, formToDocument } from '../document.ts'
import type { FormFault, FormValues, Section } from '../field.ts'
import { formFaults } from '../form-faults.ts'
import type { FormMeta } from '../form-meta.ts'
import { sameValue } from '../same-value.ts'
import { secretPaths } from '../secret-paths.ts'
import { formValueAt, valueAt, withValueAt } from '../values-at.ts'
import { allFields, fieldsOfSection, visibleSections } from '../visibility.ts'
import type { ApiDocument, FormOutcome, FormPlan } from './form-plan.ts'
import { m } from './messages.ts'
import { placeServerFaults } from './server-faults.ts'
import { useKeyFaults } from './use-key-faults.ts'
import { useLeftFields } from './use-left-fields.ts'

type Refusal = Extract<FormOutcome, { kind: 'refused' }>

interface ServerFault extends FormFault {
  /** The state it was said of: once that is edited the fault is history. */
  readonly about: string
}

export interface FormMachine {
  readonly form: UseFormReturn<FormValues>
  readonly meta: FormMeta
  /** What is shown now. */
  readonly sections: readonly Section[]
  /** What would be sent, as the screen stands. */
  readonly next: ApiDocument
  readonly base: ApiDocument
  readonly differences: readonly Difference[]
  readonly secrets: readonly string[]
  /** What must be corrected before it can be sent. */
  readonly faults: readonly FormFault[]
  /** The part of them that is shown: of controls that were left, of all after an attempt to apply. */
  readonly shownFaults: readonly FormFault[]
  readonly refusal: Refusal | undefined
  readonly isDirty: boolean
  readonly isBusy: boolean
  /** The broker has other settings than those the form was opened with. */
  readonly hasConflict: boolean
  /** What they are. */
  readonly theirs: readonly Difference[]
  submit(): Promise<void>
  discard(): void
  takeTheirs(): void
  /** Goes on from what the broker has now, with what was changed here on top. */
  keepMine(): void
  /** Fills in what stood before the last apply. */
  readonly undo: (() => void) | undefined
  /** Fills in other values; they are changes like typed ones. */
  fill(document: ApiDocument): void
}

/** Six asterisks stand for what the broker has now, so they cannot bring back what it had. */
function withSecretsOf(base: ApiDocument, document: ApiDocument, secrets: readonly string[]): ApiDocument {
  return secrets
    .filter((path) => !path.includes('*') && valueAt(document, path) !== undefined)
    .reduce((next, path) => withValueAt(next, path, valueAt(base, path)), document)
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Whatever it is: a form that stays busy could not even be closed. */
function unexpected(error: unknown): FormOutcome {
  const detail = error instanceof Error ? error.message : String(error)
  return { kind: 'refused', title: m.notApplied, detail, fields: [] }
}

/** The state of one form, from reading to having it applied; shells only draw it. */
export function useFormMachine(plan: FormPlan): FormMachine {
  const isNew = plan.isNew === true
  const [base, setBase] = useState(plan.document)
  const [previous, setPrevious] = useState<ApiDocument>()
  /** What is written into: the stored document, or one that was filled in, with what the form hides. */
  const [ground, setGround] = useState(base)
  const left = useLeftFields()
  const [wasTried, setWasTried] = useState(false)
  const [refusal, setRefusal] = useState<Refusal>()
  const [serverFaults, setServerFaults] = useState<readonly ServerFault[]>([])
  const [isBusy, setIsBusy] = useState(false)
  const [applied, setApplied] = useState<ApiDocument>()
  const form = useForm<FormValues>({ defaultValues: documentToForm(plan.sections, base) })
  const values = form.watch()
  const sections = visibleSections(plan.sections, values)
  const secrets = secretPaths(plan.sections)
  const next = formToDocument(plan.sections, values, ground, { isNew })
  const differences = differencesOf(isNew ? {} : base, next, secrets)
  const initial = documentToForm(plan.sections, base)
  const isDirty = isNew ? !same(values, initial) : differences.length > 0

  const current = serverFaults.filter(
    ({ path, about }) => about === JSON.stringify(formValueAt(values, path) ?? null),
  )
  const keys = useKeyFaults(sections, values, isNew ? undefined : initial)
  const faults = [
    ...formFaults(sections, values, { isNew, stored: isNew ? undefined : initial }),
    ...keys.faults,
    ...(plan.check?.(next) ?? []),
    ...current,
  ]
  const shownFaults = wasTried
    ? faults
    : faults.filter((fault) => left.has(fault.path) || current.length > 0 || keys.faults.includes(fault))

  const restart = (document: ApiDocument) => {
    setBase(document)
    setGround(document)
    form.reset(documentToForm(plan.sections, document))
    left.clear()
    setWasTried(false)
    setRefusal(undefined)
    setServerFaults([])
  }
  const isStale = !sameValue(plan.document, base)
  const isIdle = !isDirty && !isBusy
  const hasConflict = isStale && isDirty && !isBusy && !isNew
  const adopt = useRef(restart)
  adopt.current = restart
  useEffect(() => {
    if (isStale && isIdle) adopt.current(plan.document)
  }, [isStale, isIdle, plan.document])

  const refuse = (outcome: Refusal) => {
    setRefusal(outcome)
    const paths = allFields(sections.flatMap(fieldsOfSection)).map(({ path }) => path)
    const placed = placeServerFaults(outcome.fields, paths, plan.place)
    setServerFaults(
      placed.map((fault) => ({ ...fault, about: JSON.stringify(formValueAt(values, fault.path) ?? null) })),
    )
  }
  const submit = async () => {
    setWasTried(true)
    setRefusal(undefined)
    setServerFaults([])
    const blocking = faults.filter((fault) => !current.some((one) => one === fault))
    if (isBusy || hasConflict || blocking.length > 0 || plan.lockedReason !== undefined) return
    setIsBusy(true)
    const isRefusedHere = (await keys.settle()).length > 0
    if (isRefusedHere) return setIsBusy(false)
    const outcome = await plan.apply(next).catch(unexpected)
    setIsBusy(false)
    if (outcome.kind === 'refused') return refuse(outcome)
    if (!isNew) setPrevious(base)
    restart(next)
    setApplied(next)
  }
  const tell = useRef(plan.onApplied)
  tell.current = plan.onApplied
  useEffect(() => {
    if (applied === undefined) return
    // Who is told may leave the page: the guard must have seen before that nothing is unsaved any more.
    queueMicrotask(() => tell.current?.(applied))
    setApplied(undefined)
  }, [applied])

  const meta: FormMeta = {
    isChanged: (path) => differences.some((one) => one.path === path || one.path.startsWith(`${path}.`)),
    // The first fault of a control is the one that is shown at it.
    faults: new Map(shownFaults.toReversed().map(({ path, message }) => [path, message])),
    cautions: new Map((plan.cautions?.(next) ?? []).map(({ path, message }) => [path, message])),
    isLocked: isBusy || plan.lockedReason !== undefined,
    isNew,
    overrides: keys.overrides,
    leave: left.add,
  }
  const keepMine = () => {
    const changed = allFields(plan.sections.flatMap(fieldsOfSection)).filter(({ path }) =>
      meta.isChanged(path),
    )
    restart(plan.document)
    setGround(changed.reduce((kept, { path }) => withValueAt(kept, path, valueAt(next, path)), plan.document))
    for (const { path } of changed) form.setValue(path, formValueAt(values, path))
  }
  const fill = (document: ApiDocument) => {
    setGround(withSecretsOf(base, document, secrets))
    for (const [path, value] of Object.entries(documentToForm(plan.sections, document))) {
      form.setValue(path, value)
    }
  }
  return {
    form,
    meta,
    sections,
    next,
    base,
    differences,
    secrets,
    faults,
    shownFaults,
    refusal,
    isDirty,
    isBusy,
    hasConflict,
    theirs: hasConflict ? differencesOf(base, plan.document, secrets) : [],
    submit,
    discard: () => restart(plan.document),
    takeTheirs: () => restart(plan.document),
    keepMine,
    undo: previous === undefined ? undefined : () => fill(previous),
    fill,
  }
}
