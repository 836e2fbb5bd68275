import { useState } from 'react'
import type { ApiDocument, FormOutcome, FormSpec } from '#kit/form/shell/form-spec.ts'
import { endpointForm as m } from './messages.ts'
import { toFormOutcome, type WritePlan } from './write-plan.ts'

interface FreshPlan<Shown> {
  /** The object as a list showed it. */
  readonly shown: Shown
  /** Reads the current object; resolves to undefined if it no longer exists. */
  readonly read: () => Promise<Shown | undefined>
  readonly pickDocument: (shown: Shown) => ApiDocument
  readonly write: WritePlan
}

const toRefused = (title: string): FormOutcome => ({ kind: 'refused', title, fields: [] })

/**
 * For a form over a list: the edited object is read once more before writing. Changes of other users since the list
 * was read are shown instead of overwritten.
 */
export function useFreshPlan<Shown>(
  options: FreshPlan<Shown>,
): Pick<FormSpec, 'document' | 'plan' | 'apply'> {
  const { shown, read, pickDocument, write } = options
  const [known, setKnown] = useState(shown)
  const document = pickDocument(known)
  return {
    document,
    plan: write.plan,
    async apply(next) {
      try {
        const now = await read()
        if (now === undefined) return toRefused(m.rowGone)
        if (JSON.stringify(pickDocument(now)) === JSON.stringify(document)) return await write.apply(next)
        setKnown(now)
        return toRefused(m.changedMeanwhile)
      } catch (error) {
        return toFormOutcome(error)
      }
    },
  }
}
