import { replaceEqualDeep } from '@tanstack/react-query'
import { toPassphrasePath } from '#kit/form/certificate/sibling-paths.ts'
import { readValue } from '#kit/form/controls/control-props.ts'
import { listDifferences } from '#kit/form/differences.ts'
import { documentToForm, formToDocument } from '#kit/form/document.ts'
import type { FormFault, Section } from '#kit/form/field.ts'
import { formFaults } from '#kit/form/form-faults.ts'
import type { FormMarks, FormState } from '#kit/form/form-store.ts'
import { type FormValue, type FormValues, formValueAt, sameValue } from '#kit/form/form-value.ts'
import { wasLeft } from '#kit/form/left-fields.ts'
import { activeFields, isShownTheSame, visibleSections } from '#kit/form/visibility.ts'
import type { KeyUse } from './find-key-fault.ts'
import type { ApiDocument, FormSpec } from './form-spec.ts'
import { type KeyFinding, keyFaults } from './key-faults.ts'

interface ServerFault extends FormFault {
  /** The serialised value to which the error applies: once the value is edited, the error no longer applies. */
  readonly about: string
}

/** The state that a form stores; everything else is derived from it. */
export interface HeldForm {
  readonly plan: FormSpec
  readonly values: FormValues
  readonly base: ApiDocument
  /** The document before the last apply. */
  readonly previous: ApiDocument | undefined
  /**
   * The document into which the values are written: the stored document, or one that was filled in, with its hidden
   * settings.
   */
  readonly ground: ApiDocument
  /** The controls that have lost the focus: from then on their errors are shown. */
  readonly left: ReadonlySet<string>
  readonly wasTried: boolean
  readonly refusal: FormState['refusal']
  readonly serverFaults: readonly ServerFault[]
  readonly keyFindings: readonly KeyFinding[]
  readonly overriddenKey: string | undefined
  readonly isBusy: boolean
  /** True if the plan's document was read after the last apply; until then the applied document is valid. */
  readonly isPlanFresh: boolean
  /** The applied document, in a new object for each apply. */
  readonly applied: { readonly document: ApiDocument } | undefined
  /** The state for the plan's sections and the base, cached because both seldom change. */
  readonly initial: FormValues
  readonly secrets: readonly string[]
}

/** The state that the shells of a form use beside the state of its fields. */
export interface MachineState extends FormState {
  readonly keyUses: readonly KeyUse[]
  /** The sections of the plan, of which `sections` is the shown part. */
  readonly planned: readonly Section[]
  /** True if the broker's document has changed and the form has no changes, so that the form is to be reset. */
  readonly isOutdated: boolean
  readonly applied: HeldForm['applied']
}

/** Returns the initial state of a form for a document. */
export function buildInitialForm(sections: readonly Section[], document: ApiDocument) {
  const initial = documentToForm(sections, document)
  return {
    base: document,
    ground: document,
    initial,
    values: initial,
    left: new Set<string>(),
    wasTried: false,
    refusal: undefined,
    serverFaults: [],
    keyFindings: [],
    isPlanFresh: true,
  } satisfies Partial<HeldForm>
}

export const serializeFormValue = (values: FormValues, path: string) =>
  JSON.stringify(formValueAt(values, path) ?? null)

/** Derives the state of the machine from the stored state, once for each change. */
export function machineState(held: HeldForm, before: MachineState | undefined): MachineState {
  const { plan, values, base, initial, secrets, isBusy } = held
  const isNew = plan.isNew === true
  const isShownAsBefore =
    before?.planned === plan.sections && isShownTheSame(plan.sections, before.values, values)
  const sections = isShownAsBefore
    ? before.sections
    : replaceEqualDeep(before?.sections, visibleSections(plan.sections, values))
  const written = formToDocument(plan.sections, values, held.ground, { isNew })
  const next = plan.settled?.(written, isNew ? undefined : base) ?? written
  const differences = replaceEqualDeep(before?.differences, listDifferences(isNew ? {} : base, next, secrets))
  const isDirty = isNew ? !sameValue(values, initial) : differences.length > 0
  const stored = isNew ? undefined : initial
  const uses = replaceEqualDeep(before?.keyUses, keyUses(sections, values, stored))
  const keys = keyFaults(uses, held.keyFindings, held.overriddenKey)
  const serverFaults = held.serverFaults.filter(
    ({ path, about }) => about === serializeFormValue(values, path),
  )
  const faults = replaceEqualDeep(before?.faults, [
    ...formFaults(sections, values, { isNew, stored }),
    ...keys.faults,
    ...(plan.check?.(next) ?? []),
    ...serverFaults,
  ])
  const isShown = ({ path }: FormFault) =>
    serverFaults.length > 0 || keys.faults.some((one) => one.path === path) || wasLeft(held.left, path)
  const shownFaults = replaceEqualDeep(before?.shownFaults, held.wasTried ? faults : faults.filter(isShown))
  const isStale = held.isPlanFresh && !sameValue(plan.document, base)
  const hasConflict = isStale && isDirty && !isBusy && !isNew
  return {
    planned: plan.sections,
    values,
    sections,
    next,
    base,
    differences,
    secrets,
    faults,
    shownFaults,
    marks: keepMarks(before?.marks, {
      faultAt: firstAt(shownFaults),
      cautionAt: firstAt(plan.cautions?.(next) ?? []),
      // In a new object everything is a change, so nothing is marked.
      changed: isNew ? nothing : collectChangedPaths(differences),
      keyOverrides: keys.overrides,
      isNew,
      isLocked: isBusy || plan.lockedReason !== undefined,
    }),
    keyUses: uses,
    refusal: held.refusal,
    isDirty,
    isBusy,
    isOutdated: isStale && !isDirty && !isBusy,
    hasConflict,
    theirs: hasConflict
      ? replaceEqualDeep(before?.theirs, listDifferences(base, plan.document, secrets))
      : [],
    canUndo: held.previous !== undefined,
    applied: held.applied,
  }
}

function keepMarks(before: FormMarks | undefined, after: FormMarks): FormMarks {
  const isSame =
    before !== undefined &&
    before.isNew === after.isNew &&
    before.isLocked === after.isLocked &&
    sameEntries(before.faultAt, after.faultAt) &&
    sameEntries(before.cautionAt, after.cautionAt) &&
    sameEntries(before.keyOverrides, after.keyOverrides) &&
    before.changed.size === after.changed.size &&
    [...after.changed].every((path) => before.changed.has(path))
  return isSame ? before : after
}

function sameEntries<Value>(one: ReadonlyMap<string, Value>, other: ReadonlyMap<string, Value>): boolean {
  return one.size === other.size && [...one].every(([key, value]) => other.get(key) === value)
}

function firstAt(faults: readonly FormFault[]): ReadonlyMap<string, string> {
  return new Map(faults.toReversed().map(({ path, message }) => [path, message]))
}

const nothing: ReadonlySet<string> = new Set()

/** Returns `a.b.c`, `a.b` and `a` for a difference at `a.b.c`. */
function collectChangedPaths(differences: FormState['differences']): ReadonlySet<string> {
  return new Set(
    differences.flatMap(({ path }) => {
      const parts = path.split('.')
      return parts.map((_part, at) => parts.slice(0, at + 1).join('.'))
    }),
  )
}

/** Returns the private keys in shown fields; a key that the broker already has is not refused here. */
function keyUses(
  sections: readonly Section[],
  values: FormValues,
  stored: FormValues | undefined,
): readonly KeyUse[] {
  const fields = activeFields(sections, values)
  return fields.flatMap((field): readonly KeyUse[] => {
    if (field.kind !== 'certificate' || field.of !== 'key' || field.certificatePath === undefined) return []
    const { path, certificatePath } = field
    const passphrase = fields.find((one) => one.path === toPassphrasePath(path))
    const paths = [path, certificatePath, ...(passphrase === undefined ? [] : [passphrase.path])]
    const at = (state: FormValues) => JSON.stringify(paths.map((one) => formValueAt(state, one) ?? null))
    const key = readValue.text(formValueAt(values, path))
    if (key === '' || (stored !== undefined && at(stored) === at(values))) return []
    return [
      {
        path,
        certificatePath,
        passphrasePath: passphrase?.path,
        key,
        certificate: readValue.text(formValueAt(values, certificatePath)),
        passphrase: passphrase === undefined ? '' : findTyped(formValueAt(values, passphrase.path)),
      },
    ]
  })
}

/** Returns the passphrase as the codec of secrets sends it: an empty replacement keeps the stored secret. */
function findTyped(value: FormValue): string | undefined {
  const { choice, text } = readValue.parts(value)
  if (choice === 'unchanged') return undefined
  return choice === 'clear' ? '' : readValue.text(text) || (choice === 'replace' ? undefined : '')
}
