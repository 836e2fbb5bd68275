import type { AuthenticatorStatus } from '@brokerdeck/contract/access/authentication.ts'
import { formatNumber, formatRate } from '#i18n/format-number.ts'
import type { Counts, ManagedFigures } from '#resource/managed-resource.ts'
import { toManagedState } from '#resource/state.tsx'
import { Figure, FigureStrip } from '#ui/figure-strip.tsx'
import { accessBackend as m } from './messages.ts'

interface AccessStatus<Name extends string>
  extends Pick<AuthenticatorStatus, 'status' | 'node_status' | 'node_error' | 'resource_metrics'> {
  readonly metrics: Counts<Name>
  readonly node_metrics: readonly { readonly node: string; readonly metrics: Counts<Name> }[]
}

/** Returns the state and the counters of an authenticator or a source, and the requests to its back end. */
export function accessFigures<Name extends string>(status: AccessStatus<Name>): ManagedFigures<Name> {
  return {
    state: toManagedState(status),
    metrics: {
      cluster: status.metrics,
      nodes: status.node_metrics,
      more: <BackendFigures metrics={status.resource_metrics} />,
    },
  }
}

/** Shows the requests to an external system; access back ends without such a system have no such figures. */
function BackendFigures({ metrics }: { readonly metrics: AuthenticatorStatus['resource_metrics'] }) {
  if (metrics.matched === undefined) return null
  return (
    <FigureStrip label={m.backend}>
      <Figure
        label={m.requests}
        definition={m.requestsDefinition}
        value={formatNumber(metrics.matched)}
        note={m.rateMean(formatRate(metrics.rate_last5m))}
      />
      <Figure label={m.answered} definition={m.answeredDefinition} value={formatNumber(metrics.success)} />
      <Figure label={m.unanswered} definition={m.unansweredDefinition} value={formatNumber(metrics.failed)} />
    </FigureStrip>
  )
}

/** The texts for every chain: its order, and the state, the rate and the switch of a member. */
export const { orderDefinition, stateDefinition, rateDefinition, enabling: accessEnabling, alreadyAdded } = m
