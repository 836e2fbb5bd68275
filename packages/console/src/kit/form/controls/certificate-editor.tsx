import { type FocusEvent, useId, useRef, useState } from 'react'
import type { CertificateField } from '#kit/form/field.ts'
import { controls as m } from '#kit/messages/form.ts'
import { Button } from '#ui/button.tsx'
import { FieldFault } from '#ui/labelled-field.tsx'
import { PasswordBox } from '#ui/password-box.tsx'
import { TextArea } from '#ui/text-area.tsx'
import classes from './certificate.module.css'
import { certificateExtensions, type FileGift, useCertificateFile } from './use-certificate-file.ts'

interface CertificateEditorProps {
  readonly of: CertificateField['of']
  readonly label: string
  readonly describedBy: string | undefined
  readonly text: string
  readonly hasFault: boolean
  readonly onChange: (text: string) => void
  readonly onGift: (gift: FileGift) => void
  /** Called when the focus leaves the editor. */
  readonly onDone: () => void
  readonly onCancel: (() => void) | undefined
}

/** Takes pasted PEM, a file of any usual form, or the path of a file on the nodes. */
export function CertificateEditor(props: CertificateEditorProps) {
  const { of, label, describedBy, text, hasFault, onChange, onGift, onDone, onCancel } = props
  const { fault, locked, isBusy, take, unlock } = useCertificateFile(of, onGift)
  const faultId = useId()
  const input = useRef<HTMLInputElement>(null)
  const leaving = {
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
      if (text.trim() !== '' && !currentTarget.contains(relatedTarget)) onDone()
    },
  }
  return (
    <div className={classes['editor']} {...leaving}>
      <TextArea
        isCode
        className={classes['pem']}
        aria-label={label}
        aria-describedby={fault === undefined ? describedBy : faultId}
        rows={3}
        placeholder={m.pastePem}
        value={text}
        hasFault={hasFault || fault !== undefined}
        onChange={onChange}
        onDrop={(event) => {
          event.preventDefault()
          void take(event.dataTransfer.files[0])
        }}
      />
      {fault !== undefined && <FieldFault id={faultId}>{fault}</FieldFault>}
      {locked !== undefined && <FilePassword key={locked.name} name={locked.name} onOpen={unlock} />}
      <div className={classes['actions']}>
        <Button size="small" isBusy={isBusy} onClick={() => input.current?.click()}>
          {m.chooseFile}
        </Button>
        {onCancel !== undefined && (
          <Button size="small" variant="quiet" onClick={onCancel}>
            {m.keepOld}
          </Button>
        )}
      </div>
      <input
        ref={input}
        type="file"
        className="visually-hidden"
        tabIndex={-1}
        aria-hidden="true"
        accept={certificateExtensions.map((one) => `.${one}`).join(',')}
        onChange={(event) => {
          void take(event.currentTarget.files?.[0])
          // Resetting the value allows the same file to be chosen again.
          event.currentTarget.value = ''
        }}
      />
    </div>
  )
}

interface FilePasswordProps {
  /** The name of the file. */
  readonly name: string
  readonly onOpen: (password: string) => Promise<void>
}

/** Asks for the password of a key store. The file is opened here, in the browser, and the password is sent nowhere. */
function FilePassword({ name, onOpen }: FilePasswordProps) {
  const [password, setPassword] = useState('')
  const label = m.filePassword(name)
  return (
    <div className={classes['password']}>
      <PasswordBox
        label={label}
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        autoFocus
        value={password}
        onChange={setPassword}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // Enter would otherwise apply the form.
          event.preventDefault()
          void onOpen(password)
        }}
      />
      <Button size="small" onClick={() => void onOpen(password)}>
        {m.openFile}
      </Button>
    </div>
  )
}
