import { reasonOfCode } from '#features/diagnose/mqtt-link/reason-of-code.ts'
import { formatBytes, formatNumber, formatRate } from '#i18n/format-number.ts'
import { formatDuration } from '#i18n/format-time.ts'
import { Button } from '#ui/button.tsx'
import { Definition } from '#ui/definition.tsx'
import { Status } from '#ui/status.tsx'
import type { StatusKind } from '#ui/status-shape.tsx'
import type { CaptureEnd, CaptureView } from '../engine/explorer-event.ts'
import { CaptureFailure } from './capture-failure.tsx'
import { m } from './messages.ts'
import classes from './sources-panel.module.css'

const endings: Readonly<Record<CaptureEnd, { readonly kind: StatusKind; readonly word: string }>> = {
  time: { kind: 'off', word: m.endedTime },
  bytes: { kind: 'warn', word: m.endedBytes },
  stopped: { kind: 'off', word: m.endedStopped },
  refused: { kind: 'bad', word: m.endedRefused },
  link: { kind: 'bad', word: m.endedLink },
}

function phaseOf({ phase, end, taken }: CaptureView): { readonly kind: StatusKind; readonly word: string } {
  if (phase === 'connecting') return { kind: 'connecting', word: m.connecting }
  if (phase === 'running') return { kind: 'ok', word: m.running }
  if (end === 'link' && taken > 0) return { kind: 'bad', word: m.endedLost }
  return end === undefined ? { kind: 'off', word: m.ended } : endings[end]
}

interface CaptureStatusProps {
  readonly capture: CaptureView
  /** Undefined while nothing that was captured is in the tree. */
  readonly onForget: (() => void) | undefined
}

/** How a capture is going, or how it ended. */
export function CaptureStatus({ capture, onForget }: CaptureStatusProps) {
  const { phase, end, code, linkEnd, taken, dropped, bytes, rate, endsAt, at } = capture
  if (phase === 'idle') return <div className={classes['state']}>{m.idle}</div>
  const { kind, word } = phaseOf(capture)
  const hasFigures = phase === 'running' || taken > 0
  return (
    <div className={classes['state']}>
      <span role="status">
        <Status kind={kind}>{word}</Status>
      </span>
      {end === 'refused' && code !== undefined && <span>{reasonOfCode(code, 5).title}</span>}
      {hasFigures && (
        <>
          <span>{m.taken(formatNumber(taken))}</span>
          {dropped > 0 && (
            <span className={classes['loss']}>
              <Definition definition={m.droppedMeaning}>{m.dropped(formatNumber(dropped))}</Definition>
            </span>
          )}
          {phase === 'running' && <span>{m.arriving(formatRate(rate))}</span>}
          <span>{formatBytes(bytes)}</span>
          {phase === 'running' && <span>{m.left(formatDuration(Math.max(0, endsAt - at), 1))}</span>}
        </>
      )}
      {onForget !== undefined && (
        <Button size="small" variant="quiet" onClick={onForget}>
          {m.clear}
        </Button>
      )}
      {linkEnd !== undefined && <CaptureFailure end={linkEnd} startedAt={capture.startedAt} />}
    </div>
  )
}
