import { type AuthenticatorStatus, authnMetricsSchema } from '@brokerdeck/contract/authentication.ts'
import type { ChainLink } from '../authentication/chain-link.ts'
import type { Cluster } from '../mqtt/cluster.ts'
import { chainStatus } from './chain-status.ts'

export function authenticatorStatus(link: ChainLink, cluster: Cluster): AuthenticatorStatus {
  const { status, error } = link
  return chainStatus(cluster, authnMetricsSchema, {
    status,
    error,
    metricsOf: (node) => link.metricsOf(node),
    resourceMetricsOf: (node) => link.resourceMetricsOf(node),
  })
}
