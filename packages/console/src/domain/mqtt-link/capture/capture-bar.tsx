import { topicMatches } from '@brokerdeck/languages/topic.ts'
import IconBroadcast from '@tabler/icons-react/dist/esm/icons/IconBroadcast.mjs'
import { useState } from 'react'
import { capture as words } from '#domain/mqtt-link/messages.ts'
import { useDirectPlace } from '#domain/mqtt-link/use-direct-place.ts'
import { Button } from '#ui/button.tsx'
import classes from './capture.module.css'
import { CaptureCredentials, lacksCredentials } from './capture-credentials.tsx'
import { emptyDraft, filterFault } from './capture-draft.ts'
import { CaptureLimits } from './capture-limits.tsx'
import { CaptureStatus } from './capture-status.tsx'
import { prepareCapture, whyNoCapture } from './prepare-capture.ts'
import type { MessageCapture } from './use-message-capture.ts'

interface CaptureBarProps {
  /** The name given to the broker: `brokerdeck-rule-lab-…`. */
  readonly observer: string
  readonly filters: readonly string[]
  /** The reason why nothing can be captured without filters. */
  readonly withoutFilters: string
  readonly capture: MessageCapture
}

/** Captures the messages that arrive on some filters, with limits and the operator's own MQTT credentials. */
export function CaptureBar({ observer, filters: all, withoutFilters, capture }: CaptureBarProps) {
  const [draft, setDraft] = useState(() => emptyDraft(''))
  const place = useDirectPlace()
  const filters = all.filter(isWidest)
  const change = (next: Partial<typeof draft>) => setDraft({ ...draft, ...next })
  const { view } = capture
  const isOn = view?.phase === 'connecting' || view?.phase === 'running'
  const faulty = filters.map(filterFault).find((fault) => fault !== undefined)
  const disabledReason = filters.length === 0 ? withoutFilters : (faulty ?? whyNoCapture(draft))
  const asksCredentials = draft.hasCredentials || lacksCredentials(view)
  const start = async () => {
    // The subscription uses QoS 2, because the broker would otherwise lower the QoS that the statement may read.
    const prepared = await prepareCapture({ observer, filters, qos: 2, draft, place })
    if (prepared !== undefined) capture.start(prepared)
  }
  return (
    <fieldset className={classes['capture']} aria-label={words.captureLive}>
      <div className={classes['bar']}>
        {isOn ? (
          <Button size="small" onClick={capture.stop}>
            {words.stop}
          </Button>
        ) : (
          <Button
            size="small"
            icon={<IconBroadcast size={16} stroke={1.5} aria-hidden />}
            disabledReason={disabledReason}
            onClick={() => void start()}
          >
            {words.captureLive}
          </Button>
        )}
        <CaptureLimits draft={draft} onChange={change} />
        {!asksCredentials && (
          <Button size="small" variant="quiet" onClick={() => change({ hasCredentials: true })}>
            {words.signIn}
          </Button>
        )}
      </div>
      {asksCredentials && (
        <CaptureCredentials draft={draft} onChange={(next) => change({ ...next, hasCredentials: true })} />
      )}
      {view !== undefined && <CaptureStatus capture={view} idle="" />}
    </fieldset>
  )
}

/** A broker may send a message once for each subscription, so a filter within another filter is left out. */
function isWidest(filter: string, at: number, all: readonly string[]): boolean {
  return !all.some((other, place) =>
    other === filter
      ? place < at
      : topicMatches(other, filter) && (!filter.endsWith('#') || other.endsWith('#')),
  )
}
