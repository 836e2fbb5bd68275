import { useEffect, useEffectEvent, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import type { FormState } from '#kit/form/form-store.ts'
import { shell as m } from '#kit/messages/form.ts'
import { FormMachine } from './form-machine.ts'
import type { ApiDocument, FormSpec } from './form-spec.ts'
import type { MachineState } from './form-state.ts'

/** Creates the machine of a form and keeps it in step with the plan of the page. */
export function useFormMachine(plan: FormSpec, onApplied: (document: ApiDocument) => void): FormMachine {
  const [machine] = useState(() => new FormMachine(plan))
  useLayoutEffect(() => machine.follow(plan), [machine, plan])
  const keyUses = useMachineState(machine, (state) => state.keyUses)
  useEffect(() => void machine.checkKeys(keyUses), [machine, keyUses])
  const isOutdated = useMachineState(machine, (state) => state.isOutdated)
  useEffect(() => {
    if (isOutdated) machine.restart()
  }, [machine, isOutdated])
  const applied = useMachineState(machine, (state) => state.applied)
  const tell = useEffectEvent(onApplied)
  useEffect(() => {
    // The callback may leave the page, so the leave guard must see first that nothing is unsaved any more.
    if (applied !== undefined) queueMicrotask(() => tell(applied.document))
  }, [applied])
  return machine
}

/** Returns a part of a form's state, for components outside of its fields. */
export function useMachineState<Part>(machine: FormMachine, select: (state: MachineState) => Part): Part {
  return useSyncExternalStore(machine.subscribe, () => select(machine.current()))
}

/**
 * Returns the reason why the main button is disabled. Errors are not a reason, because pressing the button shows them
 * all.
 */
export function whyNotApply(
  plan: FormSpec,
  { isDirty, hasConflict }: Pick<FormState, 'isDirty' | 'hasConflict'>,
): string | undefined {
  if (plan.lockedReason !== undefined) return plan.lockedReason
  if (hasConflict) return m.whyConflict
  return isDirty || plan.isNew === true || plan.isUnfinished === true ? undefined : m.whyNothing
}
