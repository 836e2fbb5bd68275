import { createContext, useContext, useSyncExternalStore } from 'react'
import type { ApiDocument, FormOutcome } from '#kit/form/shell/form-spec.ts'
import type { Difference } from './differences.ts'
import type { FormFault, Section } from './field.ts'
import { type FormValue, type FormValues, formValueAt } from './form-value.ts'

/** What is said at the fields. Another object only when something of it is different, which few keys make so. */
export interface FormMarks {
  /** The fault that is shown at a control, by its path. */
  readonly faultAt: ReadonlyMap<string, string>
  /** What is to be known of a value that may be sent as it is. */
  readonly cautionAt: ReadonlyMap<string, string>
  /** Where something differs from what the broker has: the paths of the differences, and of all that holds one. */
  readonly changed: ReadonlySet<string>
  /** Keys that cannot work, by the path of their control, and whether they are to be sent all the same. */
  readonly keyOverrides: ReadonlyMap<string, boolean>
  /** There is nothing stored yet: secrets start empty, names can be chosen. */
  readonly isNew: boolean
  /** Nothing may be changed: being sent, or no right to. */
  readonly isLocked: boolean
}

/** All that is known of a form at one moment. What did not change since the moment before is the same object. */
export interface FormState {
  readonly values: FormValues
  /** What is shown of it. */
  readonly sections: readonly Section[]
  /** What would be sent, as the screen stands. */
  readonly next: ApiDocument
  /** What it was opened with, or what was applied last. */
  readonly base: ApiDocument
  readonly differences: readonly Difference[]
  readonly secrets: readonly string[]
  /** What must be corrected before it can be sent. */
  readonly faults: readonly FormFault[]
  /** The part of them that is shown: of controls that were left, of all after an attempt to apply. */
  readonly shownFaults: readonly FormFault[]
  readonly marks: FormMarks
  readonly refusal: Extract<FormOutcome, { kind: 'refused' }> | undefined
  readonly isDirty: boolean
  readonly isBusy: boolean
  /** The broker has other settings than those the form was opened with. */
  readonly hasConflict: boolean
  /** What they are. */
  readonly theirs: readonly Difference[]
  readonly canUndo: boolean
}

/** The one place where the state of a form is. Who draws a part of it is told when that part changes. */
export interface FormStore {
  current(): FormState
  subscribe(tell: () => void): () => void
  subscribeMarks(tell: () => void): () => void
  change(path: string, value: FormValue): void
  /** A control was left: its faults may be shown from now on. */
  leave(path: string): void
  /** A key that cannot work is to be sent all the same, or not any more. */
  overrideKey(path: string, isOn: boolean): void
}

export const FormStoreContext = createContext<FormStore | undefined>(undefined)

export function useFormStore(): FormStore {
  const store = useContext(FormStoreContext)
  if (store === undefined) throw new Error('A field is drawn outside of a form')
  return store
}

/** A part of the form around; drawn anew when that part is another one, so `select` makes no objects of its own. */
export function useFormState<Part>(select: (state: FormState) => Part): Part {
  const store = useFormStore()
  return useSyncExternalStore(store.subscribe, () => select(store.current()))
}

/** The same of what is said at the fields: not even asked for when nothing of that changed. */
export function useFormMarks<Part>(select: (marks: FormMarks) => Part): Part {
  const store = useFormStore()
  return useSyncExternalStore(store.subscribeMarks, () => select(store.current().marks))
}

interface FieldState {
  readonly value: FormValue
  readonly change: (value: FormValue) => void
}

/** What stands in the form at `name`, and how to change it. */
export function useFieldState(name: string): FieldState {
  const store = useFormStore()
  const value = useFormState(({ values }) => formValueAt(values, name))
  return { value, change: (next) => store.change(name, next) }
}
