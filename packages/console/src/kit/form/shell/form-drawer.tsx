import type { ReactNode } from 'react'
import { DrawerShell } from '#kit/dialogs/drawer-shell.tsx'
import type { FormMachine } from './form-machine.ts'
import { FormOverlay } from './form-overlay.tsx'
import type { ApiDocument, FormSpec } from './form-spec.ts'
import { SectionFields } from './section-fields.tsx'
import { useMachineState } from './use-form-machine.ts'

interface FormDrawerProps {
  readonly title: ReactNode
  readonly plan: FormSpec
  readonly submitLabel: string
  /** Also after it was applied. */
  readonly onClose: () => void
  /** Above the fields: what may be filled in at once. */
  readonly head?: (next: ApiDocument, fill: (document: ApiDocument) => void) => ReactNode
  /** Below the fields: what may be tried before. */
  readonly foot?: ReactNode
}

/** A long form of something that the console keeps for itself: sections, folded settings, nothing to review. */
export function FormDrawer({ title, head, foot, ...form }: FormDrawerProps) {
  return (
    <FormOverlay
      {...form}
      shell={(parts) => <DrawerShell {...parts} title={title} isOpen size={640} />}
      fields={(sections, id, machine) => (
        <>
          {head !== undefined && <Head machine={machine} head={head} />}
          {sections.map((section) => (
            <SectionFields key={section.id} id={`${id}-${section.id}`} section={section} />
          ))}
          {foot}
        </>
      )}
    />
  )
}

interface HeadProps {
  readonly machine: FormMachine
  readonly head: NonNullable<FormDrawerProps['head']>
}

function Head({ machine, head }: HeadProps) {
  return head(
    useMachineState(machine, ({ next }) => next),
    machine.fill,
  )
}
