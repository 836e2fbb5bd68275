import IconBroadcast from '@tabler/icons-react/dist/esm/icons/IconBroadcast.mjs'
import { type SyntheticEvent, useId, useState } from 'react'
import { CaptureCredentials, lacksCredentials } from '#domain/mqtt-link/capture/capture-credentials.tsx'
import { type CaptureDraft, filterFault } from '#domain/mqtt-link/capture/capture-draft.ts'
import { CaptureLimits } from '#domain/mqtt-link/capture/capture-limits.tsx'
import { CaptureStatus } from '#domain/mqtt-link/capture/capture-status.tsx'
import { observerSettings, whyNoCapture } from '#domain/mqtt-link/capture/prepare-capture.ts'
import { hasTunnel, linkAddress } from '#domain/mqtt-link/link-address.ts'
import { capture as words } from '#domain/mqtt-link/messages.ts'
import { useDirectPlace } from '#domain/mqtt-link/use-direct-place.ts'
import { sources as m } from '#features/diagnose/messages/topic-explorer.ts'
import type { ExplorerView } from '#features/diagnose/topic-explorer/engine/explorer-event.ts'
import type { ExplorerStore } from '#features/diagnose/topic-explorer/explorer-store.ts'
import { visibleText } from '#lib/visible-text.ts'
import { Button } from '#ui/button.tsx'
import { Definition } from '#ui/definition.tsx'
import { TextBox } from '#ui/field-box.tsx'
import { FieldFault } from '#ui/labelled-field.tsx'
import classes from './sources-panel.module.css'
import { startCapture } from './start-capture.ts'

interface CaptureCellProps {
  readonly store: ExplorerStore
  readonly view: ExplorerView | undefined
  readonly draft: CaptureDraft
  readonly onChange: (change: Partial<CaptureDraft>) => void
}

/** Controls the live subscription: its filter, its limits, and its progress. */
export function CaptureCell({ store, view, draft, onChange }: CaptureCellProps) {
  const capture = view?.capture
  const faultId = useId()
  const place = useDirectPlace()
  const [isTried, setTried] = useState(false)
  const fault = filterFault(draft.filter)
  const shownFault = isTried ? fault : undefined
  const isOn = capture?.phase === 'connecting' || capture?.phase === 'running'
  const disabledReason = whyNoCapture(draft)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setTried(true)
    if (fault === undefined && disabledReason === undefined) void startCapture(store, draft, place)
  }
  const forget =
    view === undefined || view.named.capture === 0
      ? undefined
      : () => store.send({ kind: 'forget', source: 'capture' })
  const asksCredentials = draft.hasCredentials || lacksCredentials(capture)
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
            {words.signIn}
          </Button>
        )}
        {isOn ? (
          <Button size="small" onClick={() => store.send({ kind: 'stop' })}>
            {words.stop}
          </Button>
        ) : (
          <Button size="small" type="submit" variant="primary" disabledReason={disabledReason}>
            {m.start}
          </Button>
        )}
      </div>
      {place !== undefined && (
        <p className={classes['note']}>
          {words.connectsTo(visibleText(place.id), linkAddress(observerSettings('', place), ''))}
        </p>
      )}
      {asksCredentials && <CaptureCredentials draft={draft} onChange={send} />}
      {capture !== undefined && (
        <CaptureStatus capture={capture} idle={m.idle}>
          {forget !== undefined && (
            <Button size="small" variant="quiet" onClick={forget}>
              {m.clear}
            </Button>
          )}
        </CaptureStatus>
      )}
    </form>
  )
}
