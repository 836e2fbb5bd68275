import { shell as m } from '../../messages/form.ts'
import type { FormState } from '../form-store.ts'
import type { FormPlan } from './form-plan.ts'

/** Why the main button does nothing. Faults are no reason: pressing it is how one is shown all of them. */
export function whyNotApply(
  plan: FormPlan,
  { isDirty, hasConflict }: Pick<FormState, 'isDirty' | 'hasConflict'>,
): string | undefined {
  if (plan.lockedReason !== undefined) return plan.lockedReason
  if (hasConflict) return m.whyConflict
  return isDirty || plan.isNew === true || plan.isUnfinished === true ? undefined : m.whyNothing
}
