import { capture as m } from '#domain/mqtt-link/messages.ts'
import { LabelledField } from '#ui/labelled-field.tsx'
import { LineField } from '#ui/line-field.tsx'
import { PasswordBox } from '#ui/password-box.tsx'
import classes from './capture.module.css'
import type { CaptureDraft } from './capture-draft.ts'
import type { CaptureView } from './capture-state.ts'

/** The CONNACK codes of both versions for missing or wrong credentials (MQTT 5 §3.2.2.2, 3.1.1 §3.2.2.3). */
const credentialCodes: readonly number[] = [4, 5, 134, 135]

/** Tells whether the broker refused the connection because it requires credentials. */
export function lacksCredentials(capture: CaptureView | undefined): boolean {
  const end = capture?.linkEnd
  return end?.kind === 'refused' && credentialCodes.includes(end.code)
}

interface CaptureCredentialsProps {
  readonly draft: CaptureDraft
  readonly onChange: (change: Partial<CaptureDraft>) => void
}

/** The credentials for a broker that refuses anonymous clients. */
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
