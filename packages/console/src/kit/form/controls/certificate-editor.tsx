import { type FocusEvent, useRef } from 'react'
import { Button } from '#ui/button.tsx'
import { TextArea } from '#ui/text-area.tsx'
import classes from './certificate.module.css'
import { m } from './messages.ts'

interface CertificateEditorProps {
  readonly label: string
  readonly describedBy: string | undefined
  readonly text: string
  readonly hasFault: boolean
  readonly onChange: (text: string) => void
  /** The focus went elsewhere. */
  readonly onDone: () => void
  readonly onCancel: (() => void) | undefined
}

/** Takes PEM: pasted, from a file, or the path of one that the nodes have. */
export function CertificateEditor(props: CertificateEditorProps) {
  const { label, describedBy, text, hasFault, onChange, onDone, onCancel } = props
  const input = useRef<HTMLInputElement>(null)
  const leaving = {
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
      if (text.trim() !== '' && !currentTarget.contains(relatedTarget)) onDone()
    },
  }
  const take = async (file: File | undefined) => {
    if (file !== undefined) onChange(await file.text())
  }
  return (
    <div className={classes['editor']} {...leaving}>
      <TextArea
        isCode
        className={classes['pem']}
        aria-label={label}
        aria-describedby={describedBy}
        rows={3}
        placeholder={m.pastePem}
        value={text}
        hasFault={hasFault}
        onChange={onChange}
        onDrop={(event) => {
          event.preventDefault()
          void take(event.dataTransfer.files[0])
        }}
      />
      <div className={classes['actions']}>
        <Button size="small" onClick={() => input.current?.click()}>
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
        accept=".pem,.crt,.cer,.key"
        onChange={(event) => void take(event.currentTarget.files?.[0])}
      />
    </div>
  )
}
