import { topicMatches } from '@brokerdeck/contract/topic.ts'
import IconBroadcast from '@tabler/icons-react/dist/esm/icons/IconBroadcast.mjs'
import { useState } from 'react'
import { CaptureCredentials, lacksCredentials } from '#domain/mqtt-link/capture/capture-credentials.tsx'
import { emptyDraft, filterFault } from '#domain/mqtt-link/capture/capture-draft.ts'
import { CaptureLimits } from '#domain/mqtt-link/capture/capture-limits.tsx'
import { CaptureStatus } from '#domain/mqtt-link/capture/capture-status.tsx'
import { prepareCapture, whyNoCapture } from '#domain/mqtt-link/capture/prepare-capture.ts'
import { capture as words } from '#domain/mqtt-link/messages.ts'
import { useDirectPlace } from '#domain/mqtt-link/use-direct-place.ts'
import { Button } from '#ui/button.tsx'
import { labMessages as m } from '../messages/rule-lab.ts'
import { topicFilters } from './lab-message.ts'
import classes from './rule-lab.module.css'
import type { RuleCapture } from './use-rule-capture.ts'

interface CaptureBarProps {
  readonly sql: string
  readonly capture: RuleCapture
}

/** Messages as they come in on the filters of FROM, with limits and the operator's own MQTT credentials. */
export function CaptureBar({ sql, capture }: CaptureBarProps) {
  const [draft, setDraft] = useState(() => emptyDraft(''))
  const place = useDirectPlace()
  const filters = topicFilters(sql).filter(isWidest)
  const change = (next: Partial<typeof draft>) => setDraft({ ...draft, ...next })
  const { view } = capture
  const isOn = view?.phase === 'connecting' || view?.phase === 'running'
  const faulty = filters.map(filterFault).find((fault) => fault !== undefined)
  const whyNot = filters.length === 0 ? m.nothingToCapture : (faulty ?? whyNoCapture(draft))
  const asksCredentials = draft.hasCredentials || lacksCredentials(view)
  const start = async () => {
    // QoS 2, or the broker would lower the QoS that the statement may ask for.
    const prepared = await prepareCapture({ observer: 'rule-lab', filters, qos: 2, draft, place })
    if (prepared !== undefined) capture.start(prepared)
  }
  return (
    <fieldset className={classes['part']} aria-label={m.capture}>
      <div className={classes['bar']}>
        {isOn ? (
          <Button size="small" onClick={capture.stop}>
            {words.stop}
          </Button>
        ) : (
          <Button
            size="small"
            icon={<IconBroadcast size={16} stroke={1.5} aria-hidden />}
            disabledReason={whyNot}
            onClick={() => void start()}
          >
            {m.capture}
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

/** A broker may send a message once for each subscription: a filter within another one brings nothing new. */
function isWidest(filter: string, at: number, all: readonly string[]): boolean {
  return !all.some((other, place) =>
    other === filter
      ? place < at
      : topicMatches(other, filter) && (!filter.endsWith('#') || other.endsWith('#')),
  )
}
