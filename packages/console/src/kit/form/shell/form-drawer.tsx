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
  /** Called when the drawer closes, also after the form was applied. */
  readonly onClose: () => void
  /** Content above the fields, which may fill in several fields at once. */
  readonly head?: (next: ApiDocument, fill: (document: ApiDocument) => void) => ReactNode
  /** Content below the fields, for trying the settings before they are applied. */
  readonly foot?: ReactNode
}

/** A long form for an object that only the console keeps: it has sections and folded settings, but no review. */
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
