import { createContext, useContext } from 'react'

/** A key that cannot work can be sent all the same, by a second deed. */
export interface KeyOverride {
  readonly isOn: boolean
  turn(isOn: boolean): void
}

/** What the parts of a form know of the whole. */
export interface FormMeta {
  /** Whether what the field at `path` would send differs from what the broker has. */
  isChanged(path: string): boolean
  /** The faults that are shown, by the path of their control. */
  readonly faults: ReadonlyMap<string, string>
  /** What is to be known of a value that may be sent as it is. */
  readonly cautions: ReadonlyMap<string, string>
  /** Nothing may be changed: being sent, or no right to. */
  readonly isLocked: boolean
  /** There is nothing stored yet: secrets start empty, names can be chosen. */
  readonly isNew: boolean
  /** Of the keys that are refused here, by the path of their control. */
  readonly overrides: ReadonlyMap<string, KeyOverride>
  /** A control was left: its faults may be shown from now on. */
  leave(path: string): void
}

const nothing: FormMeta = {
  isChanged: () => false,
  faults: new Map(),
  cautions: new Map(),
  isLocked: false,
  isNew: false,
  overrides: new Map(),
  leave: () => undefined,
}

export const FormMetaContext = createContext<FormMeta>(nothing)

export function useFormMeta(): FormMeta {
  return useContext(FormMetaContext)
}
