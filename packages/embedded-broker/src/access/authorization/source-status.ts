import {
  type SourceStatus,
  type SourceType,
  sourceMetricsSchema,
} from '@brokerdeck/contract/access/authorization.ts'
import type { Pieces } from '../../http/api-resource.ts'
import { chainStatus } from '../chain-status.ts'
import type { AccessSource } from './access-source.ts'

function getStatus(source: AccessSource | undefined) {
  const status = source?.link.kind === 'asked' ? 'stopped' : 'connected'
  return source?.resource ?? ({ status, error: undefined } as const)
}

/** Returns the status and metrics of a source on the running nodes, once the first check of its back end has ended. */
export async function sourceStatus(
  { cluster, authorization }: Pieces<'authorization' | 'cluster'>,
  type: SourceType,
): Promise<SourceStatus> {
  const source = authorization.find(type)
  await source?.resource?.started
  const { status, error } = getStatus(source)
  return chainStatus(cluster, sourceMetricsSchema, {
    status,
    error,
    metricsOf: (node) => authorization.figures.of(type, node),
    resourceMetricsOf: (node) => ({ ...source?.resource?.getMetrics(node) }),
  })
}
