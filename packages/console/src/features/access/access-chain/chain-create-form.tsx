import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { whyNoWrite } from '#api/permission/write-permission.ts'
import { holdRefreshes } from '#api/written.ts'
import { newDocument } from '#kit/form/document.ts'
import type { Section } from '#kit/form/field.ts'
import { FormLayout } from '#kit/form/shell/form-layout.tsx'
import type { ApiDocument, FormPlan } from '#kit/form/shell/form-plan.ts'

interface ChainCreateFormProps {
  readonly chain: { readonly path: string }
  readonly kind: {
    readonly sections: readonly Section[]
    /** What somebody who sets one up begins with, where the broker has no default. */
    readonly initial: ApiDocument
  }
  readonly write: Pick<FormPlan, 'plan' | 'apply'>
  readonly preview?: FormPlan['preview']
  readonly words: { readonly create: string; readonly created: string; readonly impact: string }
}

/** The last step towards a new one of a chain: the settings of what was chosen. */
export function ChainCreateForm({ chain, kind, write, preview, words }: ChainCreateFormProps) {
  // Not before it is left: this page would say that it is in the chain already.
  useEffect(holdRefreshes, [])
  const navigate = useNavigate()
  const document = useMemo(() => ({ ...newDocument(kind.sections), ...kind.initial }), [kind])
  return (
    <FormLayout
      createLabel={words.create}
      appliedMessage={words.created}
      plan={{
        ...write,
        sections: kind.sections,
        document,
        isNew: true,
        impact: () => words.impact,
        ...(preview === undefined ? {} : { preview }),
        isConfiguration: true,
        lockedReason: whyNoWrite(),
        onApplied: () => {
          void navigate({ to: chain.path })
        },
      }}
    />
  )
}
