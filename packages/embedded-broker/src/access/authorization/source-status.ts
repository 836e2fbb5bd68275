import {
  type SourceStatus,
  type SourceType,
  sourceMetricsSchema,
} from '@brokerdeck/contract/access/authorization.ts'
import type { Pieces } from '../../http/api-resource.ts'
import { chainStatus } from '../chain-status.ts'
import type { AccessSource } from './access-source.ts'

function statusOf(source: AccessSource | undefined) {
  const status = source?.link.kind === 'asked' ? 'stopped' : 'connected'
  return source?.resource ?? ({ status, error: undefined } as const)
}

/** How a source fares, on the running nodes. */
export function sourceStatus(
  { cluster, authorization }: Pieces<'authorization' | 'cluster'>,
  type: SourceType,
): SourceStatus {
  const source = authorization.find(type)
  const { status, error } = statusOf(source)
  return chainStatus(cluster, sourceMetricsSchema, {
    status,
    error,
    metricsOf: (node) => authorization.figures.of(type, node),
    resourceMetricsOf: (node) => ({ ...source?.resource?.metricsOf(node) }),
  })
}
