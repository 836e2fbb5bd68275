import { createContext, useContext, useSyncExternalStore } from 'react'
import type { ApiDocument, FormOutcome } from '#kit/form/shell/form-spec.ts'
import type { Difference } from './differences.ts'
import type { FormFault, Section } from './field.ts'
import { type FormValue, type FormValues, formValueAt } from './form-value.ts'

/** The marks at the fields. The object is replaced only when its content changes, which few key presses cause. */
export interface FormMarks {
  /** The validation error shown at each control, by path. */
  readonly faultAt: ReadonlyMap<string, string>
  /** The warnings about values that may be sent unchanged, by path. */
  readonly cautionAt: ReadonlyMap<string, string>
  /** The paths that differ from the broker's document, and the paths of everything that contains a difference. */
  readonly changed: ReadonlySet<string>
  /** Private keys that cannot work, by the path of their control, with whether they are to be sent all the same. */
  readonly keyOverrides: ReadonlyMap<string, boolean>
  /** True if nothing is stored yet: secrets start empty, names can be chosen. */
  readonly isNew: boolean
  /** True if nothing may be changed, because the form is being sent or the user has no permission. */
  readonly isLocked: boolean
}

/** A snapshot of the form. Parts that have not changed since the previous snapshot are the same objects. */
export interface FormState {
  readonly values: FormValues
  /** The shown sections. */
  readonly sections: readonly Section[]
  /** The document that would be sent now. */
  readonly next: ApiDocument
  /** The document with which the form was opened, or that was applied last. */
  readonly base: ApiDocument
  readonly differences: readonly Difference[]
  readonly secrets: readonly string[]
  /** The errors that must be corrected before the form can be sent. */
  readonly faults: readonly FormFault[]
  /** The errors that are shown: of controls that lost the focus, or all after an attempt to apply. */
  readonly shownFaults: readonly FormFault[]
  readonly marks: FormMarks
  readonly refusal: Extract<FormOutcome, { kind: 'refused' }> | undefined
  readonly isDirty: boolean
  readonly isBusy: boolean
  /** True if the broker's settings are no longer those with which the form was opened. */
  readonly hasConflict: boolean
  /** The differences in the broker's settings. */
  readonly theirs: readonly Difference[]
  readonly canUndo: boolean
}

/** The single store of a form's state. Components subscribe and are notified of changes. */
export interface FormStore {
  current(): FormState
  subscribe(tell: () => void): () => void
  subscribeMarks(tell: () => void): () => void
  change(path: string, value: FormValue): void
  /** Marks a control as left: its errors may be shown from now on. */
  leave(path: string): void
  /** Sets whether a private key that cannot work is to be sent all the same. */
  overrideKey(path: string, isOn: boolean): void
}

export const FormStoreContext = createContext<FormStore | undefined>(undefined)

export function useFormStore(): FormStore {
  const store = useContext(FormStoreContext)
  if (store === undefined) throw new Error('A field is drawn outside of a form')
  return store
}

/**
 * Returns a part of the surrounding form's state; a changed part renders again, so `select` must not create objects.
 */
export function useFormState<Part>(select: (state: FormState) => Part): Part {
  const store = useFormStore()
  return useSyncExternalStore(store.subscribe, () => select(store.current()))
}

/** Returns a part of the marks at the fields; `select` is not called unless the marks have changed. */
export function useFormMarks<Part>(select: (marks: FormMarks) => Part): Part {
  const store = useFormStore()
  return useSyncExternalStore(store.subscribeMarks, () => select(store.current().marks))
}

interface FieldState {
  readonly value: FormValue
  readonly change: (value: FormValue) => void
}

/** Returns the value at `name` in the form, and a function that changes it. */
export function useFieldState(name: string): FieldState {
  const store = useFormStore()
  const value = useFormState(({ values }) => formValueAt(values, name))
  return { value, change: (next) => store.change(name, next) }
}
