import { capture as m } from '#domain/mqtt-link/messages.ts'
import { LabelledField } from '#ui/labelled-field.tsx'
import { LineField } from '#ui/line-field.tsx'
import { PasswordBox } from '#ui/password-box.tsx'
import classes from './capture.module.css'
import type { CaptureDraft } from './capture-draft.ts'
import type { CaptureView } from './capture-state.ts'

/** CONNACK codes of both versions that say who you are was not enough (MQTT 5 §3.2.2.2, 3.1.1 §3.2.2.3). */
const credentialCodes: readonly number[] = [4, 5, 134, 135]

/** The broker wants to know who connects. */
export function lacksCredentials(capture: CaptureView | undefined): boolean {
  const end = capture?.linkEnd
  return end?.kind === 'refused' && credentialCodes.includes(end.code)
}

interface CaptureCredentialsProps {
  readonly draft: CaptureDraft
  readonly onChange: (change: Partial<CaptureDraft>) => void
}

/** Where the broker lets nobody in without a name. */
export function CaptureCredentials({ draft, onChange }: CaptureCredentialsProps) {
  return (
    <>
      <div className={classes['credentials']}>
        <LineField
          label={m.username}
          isCode
          value={draft.username}
          onChange={(username) => onChange({ username })}
        />
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
