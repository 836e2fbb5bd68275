import type { ReactNode } from 'react'
import { DrawerShell } from '#kit/dialogs/drawer-shell.tsx'
import { FormOverlay } from './form-overlay.tsx'
import type { ApiDocument, FormPlan } from './form-plan.ts'
import { SectionFields } from './section-fields.tsx'

interface FormDrawerProps {
  readonly title: ReactNode
  readonly plan: FormPlan
  readonly submitLabel: string
  /** Also after it was applied. */
  readonly onClose: () => void
  /** Above the fields: what may be filled in at once. */
  readonly head?: (next: ApiDocument, fill: (document: ApiDocument) => void) => ReactNode
}

/** A long form of something that the console keeps for itself: sections, folded settings, nothing to review. */
export function FormDrawer({ title, head, ...form }: FormDrawerProps) {
  return (
    <FormOverlay
      {...form}
      shell={(parts) => <DrawerShell {...parts} title={title} isOpen size={640} />}
      fields={({ sections, shownFaults, next, fill }, id) => (
        <>
          {head?.(next, fill)}
          {sections.map((section) => (
            <SectionFields
              key={section.id}
              id={`${id}-${section.id}`}
              section={section}
              next={next}
              faults={shownFaults}
            />
          ))}
        </>
      )}
    />
  )
}
