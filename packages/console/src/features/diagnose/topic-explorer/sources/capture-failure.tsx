import { useQuery } from '@tanstack/react-query'
import { explainEnd } from '#features/diagnose/mqtt-link/explain-end.ts'
import { linkAddress } from '#features/diagnose/mqtt-link/link-address.ts'
import type { LinkEnd } from '#features/diagnose/mqtt-link/link-state.ts'
import { probeTunnel } from '#features/diagnose/mqtt-link/probe-tunnel.ts'
import { useBrokerPorts } from '#features/diagnose/mqtt-link/use-broker-ports.ts'
import { useDirectPlace } from '#features/diagnose/mqtt-link/use-direct-place.ts'
import classes from './sources-panel.module.css'
import { observerSettings } from './start-capture.ts'

interface CaptureFailureProps {
  readonly end: LinkEnd
  readonly startedAt: number
}

/** Why there is no connection, as far as it can be told. */
export function CaptureFailure({ end, startedAt }: CaptureFailureProps) {
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
