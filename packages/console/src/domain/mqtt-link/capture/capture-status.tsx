import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { explainEnd } from '#domain/mqtt-link/explain-end.ts'
import { linkAddress, probeTunnel } from '#domain/mqtt-link/link-address.ts'
import type { LinkEnd } from '#domain/mqtt-link/link-state.ts'
import { capture as m } from '#domain/mqtt-link/messages.ts'
import { reasonOfCode } from '#domain/mqtt-link/reason-of-code.ts'
import { useBrokerPorts } from '#domain/mqtt-link/use-broker-ports.ts'
import { useDirectPlace } from '#domain/mqtt-link/use-direct-place.ts'
import { formatBytes, formatNumber, formatRate } from '#i18n/format-number.ts'
import { formatDuration } from '#i18n/format-time.ts'
import { Definition } from '#ui/definition.tsx'
import { Status, type StatusKind } from '#ui/status.tsx'
import classes from './capture.module.css'
import type { CaptureEnd, CaptureView } from './capture-state.ts'
import { observerSettings } from './prepare-capture.ts'

const endings: Readonly<Record<CaptureEnd, { readonly kind: StatusKind; readonly word: string }>> = {
  time: { kind: 'off', word: m.endedTime },
  bytes: { kind: 'warn', word: m.endedBytes },
  stopped: { kind: 'off', word: m.endedStopped },
  refused: { kind: 'bad', word: m.endedRefused },
  link: { kind: 'bad', word: m.endedLink },
}

function describePhase({ phase, end, taken }: CaptureView): {
  readonly kind: StatusKind
  readonly word: string
} {
  if (phase === 'connecting') return { kind: 'connecting', word: m.connecting }
  if (phase === 'running') return { kind: 'ok', word: m.running }
  if (end === 'link' && taken > 0) return { kind: 'bad', word: m.endedLost }
  return end === undefined ? { kind: 'off', word: m.ended } : endings[end]
}

interface CaptureStatusProps {
  readonly capture: CaptureView
  /** The text before the first capture. */
  readonly idle: string
  /** Content beside the figures. */
  readonly children?: ReactNode
}

/** Shows the progress of a capture, or how it ended. */
export function CaptureStatus({ capture, idle, children }: CaptureStatusProps) {
  const { phase, end, code, linkEnd, taken, dropped, bytes, rate, endsAt, at } = capture
  if (phase === 'idle') return <div className={classes['state']}>{idle}</div>
  const { kind, word } = describePhase(capture)
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
      {children}
      {linkEnd !== undefined && <CaptureFailure end={linkEnd} startedAt={capture.startedAt} />}
    </div>
  )
}

interface CaptureFailureProps {
  readonly end: LinkEnd
  readonly startedAt: number
}

/** Explains why there is no connection, as far as the reason is known. */
function CaptureFailure({ end, startedAt }: CaptureFailureProps) {
  const settings = observerSettings('', useDirectPlace())
  const isDirect = settings.via === 'direct'
  const ports = useBrokerPorts(isDirect)
  const address = linkAddress(settings, document.baseURI)
  const { data: probe } = useQuery({
    queryKey: ['mqtt-tunnel', address, startedAt],
    queryFn: () => probeTunnel(address),
    enabled: end.kind === 'unopened' && !isDirect,
  })
  const explanation = explainEnd(end, { settings, address, ports, probe })
  if (explanation === undefined) return null
  return (
    <div className={classes['hints']}>
      <strong>{explanation.title}</strong>
      {explanation.hints.map((hint) => (
        <span key={hint}>{hint}</span>
      ))}
    </div>
  )
}
