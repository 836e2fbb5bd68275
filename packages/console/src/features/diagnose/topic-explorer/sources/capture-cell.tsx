import IconBroadcast from '@tabler/icons-react/dist/esm/icons/IconBroadcast.mjs'
import { type SyntheticEvent, useId, useState } from 'react'
import { hasTunnel } from '#features/diagnose/mqtt-link/has-tunnel.ts'
import { linkAddress } from '#features/diagnose/mqtt-link/link-address.ts'
import { useDirectPlace } from '#features/diagnose/mqtt-link/use-direct-place.ts'
import { visibleText } from '#lib/visible-text.ts'
import { Button } from '#ui/button.tsx'
import { Definition } from '#ui/definition.tsx'
import { FieldFault } from '#ui/field-fault.tsx'
import { LabelledField } from '#ui/labelled-field.tsx'
import { PasswordBox } from '#ui/password-box.tsx'
import { TextBox } from '#ui/text-box.tsx'
import { sources as m } from '../../messages/topic-explorer.ts'
import type { ExplorerView } from '../engine/explorer-event.ts'
import type { ExplorerStore } from '../explorer-store.ts'
import { type CaptureDraft, filterFault } from './capture-draft.ts'
import { CaptureLimits } from './capture-limits.tsx'
import { CaptureStatus } from './capture-status.tsx'
import classes from './sources-panel.module.css'
import { observerSettings, startCapture, whyNoCapture } from './start-capture.ts'

interface CaptureCellProps {
  readonly store: ExplorerStore
  readonly view: ExplorerView | undefined
  readonly draft: CaptureDraft
  readonly onChange: (change: Partial<CaptureDraft>) => void
}

/** CONNACK codes of both versions that say who you are was not enough (MQTT 5 §3.2.2.2, 3.1.1 §3.2.2.3). */
const credentialCodes: readonly number[] = [4, 5, 134, 135]

/** A live subscription: what to, how much of it, and how it is going. */
export function CaptureCell({ store, view, draft, onChange }: CaptureCellProps) {
  const capture = view?.capture
  const faultId = useId()
  const place = useDirectPlace()
  const [isTried, setTried] = useState(false)
  const fault = filterFault(draft.filter)
  const shownFault = isTried ? fault : undefined
  const isOn = capture?.phase === 'connecting' || capture?.phase === 'running'
  const end = capture?.linkEnd
  const isUnknown = end?.kind === 'refused' && credentialCodes.includes(end.code)
  const whyNot = whyNoCapture(draft)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setTried(true)
    if (fault === undefined && whyNot === undefined) void startCapture(store, draft, place)
  }
  const forget =
    view === undefined || view.named.capture === 0
      ? undefined
      : () => store.send({ kind: 'forget', source: 'capture' })
  const asksCredentials = draft.hasCredentials || isUnknown
  const send = (change: Partial<CaptureDraft>) => onChange({ ...change, hasCredentials: true })
  return (
    <form className={classes['cell']} onSubmit={submit} aria-label={m.capture} noValidate>
      <div className={classes['bar']}>
        <span className={classes['title']}>
          <IconBroadcast size={16} stroke={1.5} aria-hidden />
          <span className={classes['name']}>
            <Definition definition={hasTunnel() ? m.captureMeaning : m.captureDirectly}>
              {m.capture}
            </Definition>
          </span>
        </span>
        <div className={classes['filter']}>
          <TextBox
            isCode
            aria-label={m.filter}
            aria-describedby={shownFault === undefined ? undefined : faultId}
            placeholder={m.filterPlaceholder}
            value={draft.filter}
            hasFault={shownFault !== undefined}
            onChange={(filter) => {
              setTried(false)
              onChange({ filter })
            }}
          />
          {shownFault !== undefined && <FieldFault id={faultId}>{shownFault}</FieldFault>}
        </div>
        <CaptureLimits draft={draft} onChange={onChange} />
        {!asksCredentials && (
          <Button size="small" onClick={() => onChange({ hasCredentials: true })}>
            {m.signIn}
          </Button>
        )}
        {isOn ? (
          <Button size="small" onClick={() => store.send({ kind: 'stop' })}>
            {m.stop}
          </Button>
        ) : (
          <Button size="small" type="submit" variant="primary" disabledReason={whyNot}>
            {m.start}
          </Button>
        )}
      </div>
      {place !== undefined && (
        <p className={classes['note']}>
          {m.connectsTo(visibleText(place.id), linkAddress(observerSettings('', place), ''))}
        </p>
      )}
      {asksCredentials && <CaptureCredentials draft={draft} onChange={send} />}
      {capture !== undefined && <CaptureStatus capture={capture} onForget={forget} />}
    </form>
  )
}

interface CaptureCredentialsProps {
  readonly draft: CaptureDraft
  readonly onChange: (change: Partial<CaptureDraft>) => void
}

/** Where the broker lets nobody in without a name. */
function CaptureCredentials({ draft, onChange }: CaptureCredentialsProps) {
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
