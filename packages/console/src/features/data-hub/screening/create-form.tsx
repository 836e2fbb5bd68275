import { type ReactNode, useMemo } from 'react'
import { whyNoWrite } from '#api/query.ts'
import type { FormFault, Section } from '#kit/form/field.ts'
import { FormLayout } from '#kit/form/shell/form-layout.tsx'
import type { ApiDocument } from '#kit/form/shell/form-spec.ts'
import { useGo } from '#kit/page/link.tsx'
import type { WritePlan } from '#resource/endpoint-form/write-plan.ts'
import type { Address } from '#routes/routes.ts'

interface CreateFormProps {
  readonly sections: readonly Section[]
  readonly document: ApiDocument
  readonly write: WritePlan
  readonly check: (document: ApiDocument) => readonly FormFault[]
  readonly cautions: (document: ApiDocument) => readonly FormFault[]
  /** The address of the list. */
  readonly list: Address
  readonly words: { readonly create: string; readonly created: string; readonly impact: string }
  readonly beside?: ReactNode
}

/** Shows the form that creates an item, from scratch or as a copy. */
export function CreateForm(props: CreateFormProps) {
  const { sections, document, write, check, cautions, list, words, beside } = props
  const go = useGo()
  const fixed = useMemo(() => document, [document])
  return (
    <FormLayout
      createLabel={words.create}
      appliedMessage={words.created}
      beside={beside}
      plan={{
        ...write,
        sections,
        document: fixed,
        isNew: true,
        check,
        cautions,
        impact: () => words.impact,
        isConfiguration: true,
        lockedReason: whyNoWrite(),
        onApplied: () => void go(list),
      }}
    />
  )
}
