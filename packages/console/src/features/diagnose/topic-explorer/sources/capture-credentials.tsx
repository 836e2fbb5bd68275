import { LabelledField } from '#ui/labelled-field.tsx'
import { PasswordBox } from '#ui/password-box.tsx'
import { TextBox } from '#ui/text-box.tsx'
import type { CaptureDraft } from './capture-draft.ts'
import { m } from './messages.ts'
import classes from './sources-panel.module.css'

interface CaptureCredentialsProps {
  readonly draft: CaptureDraft
  readonly onChange: (change: Partial<CaptureDraft>) => void
}

/** Where the broker lets nobody in without a name. */
export function CaptureCredentials({ draft, onChange }: CaptureCredentialsProps) {
  return (
    <>
      <div className={classes['credentials']}>
        <LabelledField label={m.username}>
          {(control) => (
            <TextBox
              {...control}
              isCode
              value={draft.username}
              onChange={(username) => onChange({ username })}
            />
          )}
        </LabelledField>
        <LabelledField label={m.password}>
          {(control) => (
            <PasswordBox
              {...control}
              label={m.password}
              autoComplete="off"
              value={draft.password}
              onChange={(password) => onChange({ password })}
            />
          )}
        </LabelledField>
      </div>
      <p className={classes['note']}>{m.credentialsHelp}</p>
    </>
  )
}
