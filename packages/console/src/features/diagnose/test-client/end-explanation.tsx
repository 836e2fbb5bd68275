import { nodes } from '@brokerdeck/contract/monitoring/nodes.ts'
import { useQuery } from '@tanstack/react-query'
import { read } from '#api/query.ts'
import type { ConnectionSettings } from '#domain/mqtt-link/connection-settings.ts'
import { explainEnd } from '#domain/mqtt-link/explain-end.ts'
import { explainRefusal } from '#domain/mqtt-link/explain-refusal.ts'
import type { LinkState } from '#domain/mqtt-link/link-state.ts'
import { useBrokerPorts } from '#domain/mqtt-link/use-broker-ports.ts'
import { StatusShape } from '#ui/status.tsx'
import type { Attempt } from './connection/connection-facts.ts'
import classes from './end-explanation.module.css'

interface EndExplanationProps {
  readonly settings: ConnectionSettings
  readonly state: LinkState
  readonly attempt: Attempt
}

/** Why there is no connection: what is known, and what is likely. */
export function EndExplanation({ settings, state, attempt }: EndExplanationProps) {
  const { address, refusal, probe } = attempt
  const ports = useBrokerPorts()
  // A node that has just stopped is listed so some seconds later.
  const known = useQuery({ ...read(nodes.list, {}, { pollSeconds: 10 }), enabled: state.end !== undefined })
  const stopped = known.data?.flatMap(({ node, node_status: status }) => (status === 'stopped' ? [node] : []))
  const explanation =
    refusal !== undefined
      ? explainRefusal(refusal)
      : state.end && explainEnd(state.end, { settings, address: address ?? '', ports, probe, stopped })
  if (explanation === undefined) return null
  return (
    // How a connection ended is announced by its notice already.
    <div className={classes['box']} {...(refusal === undefined ? {} : { role: 'alert' })}>
      <p className={classes['title']}>
        <StatusShape kind="bad" coloured />
        {explanation.title}
      </p>
      {explanation.hints.map((hint) => (
        <p key={hint} className={classes['hint']}>
          {hint}
        </p>
      ))}
    </div>
  )
}
