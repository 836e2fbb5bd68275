import { useEffect, useRef, useState } from 'react'
import type { CertificateField } from '../field.ts'
import { useFieldState } from '../use-field-state.ts'
import { CertificateEditor } from './certificate-editor.tsx'
import { CertificateLine } from './certificate-line.tsx'
import type { ControlProps } from './control-props.ts'
import { groupAttributes } from './group-attributes.ts'
import { readValue } from './read-value.ts'

interface Editing {
  readonly before: string
  readonly draft: string
}

const wholePem = /-----BEGIN [^-]+-----[\s\S]+-----END [^-]+-----\s*$/

/**
 * What is there is said in a line, not shown as text; a private key is never shown. Replacing begins empty, and leaving
 * it empty keeps what was there.
 */
export function CertificateControl(props: ControlProps<CertificateField>) {
  const { field, name, hasFault, isDisabled, describedBy } = props
  const { value, change } = useFieldState(name)
  const text = readValue.text(value)
  const [editing, setEditing] = useState<Editing>()
  const root = useRef<HTMLDivElement>(null)
  const isFocusDue = useRef(false)
  useEffect(() => {
    if (!isFocusDue.current) return
    isFocusDue.current = false
    root.current?.querySelector<HTMLElement>('button, textarea')?.focus()
  })
  const edit = (next: Editing | undefined, isByHand: boolean) => {
    isFocusDue.current = isByHand
    setEditing(next)
  }
  const isOpen = !isDisabled && (editing !== undefined || text === '')
  const before = editing?.before ?? text
  return (
    <div ref={root} {...groupAttributes(props)}>
      {isOpen ? (
        <CertificateEditor
          label={field.label}
          describedBy={describedBy}
          text={editing?.draft ?? ''}
          hasFault={hasFault}
          onChange={(draft) => {
            change(draft.trim() === '' ? before : draft)
            if (wholePem.test(draft)) edit(undefined, true)
            else setEditing({ before, draft })
          }}
          onDone={() => edit(undefined, false)}
          onCancel={
            before === ''
              ? undefined
              : () => {
                  change(before)
                  edit(undefined, true)
                }
          }
        />
      ) : (
        <CertificateLine
          field={field}
          name={name}
          text={text}
          hasFault={hasFault}
          isDisabled={isDisabled}
          onReplace={() => edit({ before: text, draft: '' }, true)}
          onRemove={() => {
            change('')
            edit(undefined, true)
          }}
        />
      )}
    </div>
  )
}
