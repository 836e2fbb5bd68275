import { type AuthenticatorStatus, authnMetricsSchema } from '@brokerdeck/contract/access/authentication.ts'
import type { Cluster } from '../../mqtt/cluster.ts'
import { chainStatus } from '../chain-status.ts'
import type { ChainLink } from './chain-link.ts'

export function authenticatorStatus(link: ChainLink, cluster: Cluster): AuthenticatorStatus {
  const { status, error } = link
  return chainStatus(cluster, authnMetricsSchema, {
    status,
    error,
    metricsOf: (node) => link.metricsOf(node),
    resourceMetricsOf: (node) => link.resourceMetricsOf(node),
  })
}
